// Where links come from: one file per kind of input, one line in sources.def to register it.
//
// A source cuts its input into pieces, one after the other; a piece is parsed on any thread. So
// decompressing stays in order while the parsing, which costs more, runs on all cores.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "read/input_stream.h"
#include "read/link_block.h"
#include "read/record_stream.h"

namespace cocite::read {

struct SourceOptions {
  bool opaque_names = false;
  bool fold_www = false;
  bool may_be_empty = false;   // a list of pages without any link is no mistake
  std::string columns = {};    // of tables: "source=1,target=To"; empty: found by their names
  std::string base = {};       // of Markdown: where it is served; empty: pages are their paths
  std::string preset = {};     // of Markdown: how files become addresses: "hugo"
  bool frames = false;         // frames and iframes are links too
  bool drop_nofollow = false;  // links that say nofollow, ugc or sponsored are left out
  bool verify = true;          // of WACZ: archives are compared with their digests
  bool keep_text = true;       // the first words of a page
  bool keep_anchors = true;    // the anchor texts of its links
  bool aliases = true;         // redirects and canonical addresses name another page
  uint32_t from_date = 0;      // seconds since 1970; pages fetched before are left out
  uint32_t to_date = std::numeric_limits<uint32_t>::max();
  size_t piece_bytes = size_t{2} << 20;     // about; what a piece reads
  const std::atomic<bool>* stop = nullptr;  // once set, waiting for input ends
};

class Piece {
 public:
  virtual ~Piece() = default;
  // Fills an empty block. Any thread, once.
  virtual void parse(LinkBlock& block) = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  // The next piece, or nullptr at the end. One thread at a time.
  [[nodiscard]] virtual Result<std::unique_ptr<Piece>> next() = 0;
  // Of the input as it lies on disk; total 0 where it is not known.
  [[nodiscard]] virtual uint64_t bytes_done() const = 0;
  [[nodiscard]] virtual uint64_t bytes_total() const = 0;
  // How it is read, where that is not plain from its kind: "read as CSV: source = column 1 …".
  // After the first next().
  [[nodiscard]] virtual std::string note() const { return {}; }
  // For an input that turns out to have no links: "it was read as …, and its first line is …". After the
  // first next().
  [[nodiscard]] virtual std::string taken_for() const { return {}; }
  // What the user would call it, for messages: "links.tsv.gz".
  [[nodiscard]] virtual std::string name() const = 0;
};

struct SourceInfo {
  std::string_view name;     // as a request has it
  std::string_view summary;  // one line for the help
  // Whether this input looks like one, from its name and first bytes (decompressed).
  bool (*recognises)(std::string_view input, std::string_view first_bytes);
  // A graph whose pages are numbers is known by the names of its files, and read as a whole
  // (ingest/numbered.h). Others have one of the three: over the unpacked bytes of one file, whatever
  // state it is in; over those of a file that must be whole; or by name.
  bool is_graph = false;
  bool takes_folders = false;  // reads a folder as a whole; of others each file is an input
  Result<std::unique_ptr<Source>> (*over)(std::unique_ptr<RecordStream> stream,
                                          const SourceOptions& options) = nullptr;
  Result<std::unique_ptr<Source>> (*over_text)(std::unique_ptr<InputStream> stream,
                                               const SourceOptions& options) = nullptr;
  Result<std::unique_ptr<Source>> (*open)(const std::string& input,
                                          const SourceOptions& options) = nullptr;
};

// All of sources.def, in that order: the order in which they are asked whether they recognise it.
[[nodiscard]] std::span<const SourceInfo* const> sources();
// By name; an unknown one is an error that lists the known ones.
[[nodiscard]] Result<const SourceInfo*> find_source(std::string_view name);
[[nodiscard]] Result<std::unique_ptr<Source>> open_source(const SourceInfo& info,
                                                          const std::string& input,
                                                          const SourceOptions& options);

}  // namespace cocite::read
