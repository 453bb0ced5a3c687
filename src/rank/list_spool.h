// All lists once more, in a scratch file, packed for going through them again and again.
//
// A store is packed for size: telling its codes apart takes longer than what an iteration does with
// a link, and an iteration is repeated fifty times. So where memory does not hold the links
// unpacked, they are written once more, by quad_code.h, which takes under a nanosecond a link
// to unpack: 0.7 bytes a link on cnr-2000, 1.6 on a made-up web (its store has 0.36 and 1.1). What
// the system has memory to spare for it keeps there; for the rest an iteration reads from the disk.
//
//   COCITE_TRY(auto spool, ListSpool::create({store.path(), temporary}, chunks));
//   COCITE_CHECK(spool.write(chunk, lists.scan(first, last)));         // any thread, any order
//   ListSpool::Reader reader(spool, first_chunk, last_chunk, marks);
//   while (reader.next()) { reader.degrees() … reader.sources() … }
//   COCITE_CHECK(reader.status());
//
// The file has no name: it is gone with the process, however that ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "file/raw_file.h"
#include "graph/packed_links.h"
#include "rank/quad_code.h"

namespace cocite::rank {

class ListSpool {
 public:
  // In the first of these folders that a file can be made in.
  [[nodiscard]] static Result<ListSpool> create(std::span<const std::string> folders,
                                                size_t chunks);

  // The lists of a chunk of pages, in order of page. Each chunk once; different ones at once.
  [[nodiscard]] Result<void> write(size_t chunk, graph::PackedLinks::Scan scan);

  // Bytes of the file.
  [[nodiscard]] uint64_t bytes() const { return *end_; }

  // Some lists after the other, as many as are unpacked at a time. One thread.
  class Reader {
   public:
    // Chunks [first, last). `slack` numbers behind the sources of a block can be read.
    Reader(const ListSpool& spool, size_t first, size_t last, const Marks& marks, size_t slack);

    // Unpacks the next lists; false at the end or when something failed.
    [[nodiscard]] bool next();
    [[nodiscard]] std::span<const uint32_t> degrees() const { return {degrees_.data(), pages_}; }
    [[nodiscard]] const uint32_t* sources() const { return sources_.data(); }
    // Where next() gave false: why.
    [[nodiscard]] const Result<void>& status() const { return status_; }

   private:
    const ListSpool* spool_;
    size_t chunk_;
    size_t last_;
    Marks marks_;
    size_t slack_;
    std::vector<std::byte> bytes_;   // of a chunk
    const std::byte* at_ = nullptr;  // the next block of it
    const std::byte* chunk_end_ = nullptr;
    size_t pages_ = 0;
    std::vector<uint32_t> degrees_;
    std::vector<uint32_t> sources_;
    Result<void> status_;
  };

 private:
  struct Place {
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  file::RawFile file_;
  std::unique_ptr<std::atomic<uint64_t>> end_;
  std::vector<Place> places_;  // of the chunks
};

}  // namespace cocite::rank
