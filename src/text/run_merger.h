// Runs of an Inverter, in the order of their documents, read as one: term after term, each with all
// its postings.
//
//   RunMerger merger(spill, runs, 64 << 20);
//   while (true) {
//     COCITE_TRY(const bool more, merger.next_term());
//     if (!more) break;
//     COCITE_CHECK(merger.for_each_posting(                                               // once
//         [&](const Posting& posting, std::span<const uint32_t> gaps) { use(posting, gaps); }));
//   }
//
// Bytes that this process wrote a moment ago: not checked. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/spill.h"
#include "text/posting_block.h"

namespace cocite::text {

class RunMerger {
 public:
  struct Run {
    uint64_t offset = 0;
    uint64_t bytes = 0;
    uint32_t first_document = 0;
  };
  RunMerger(file::Spill& spill, std::vector<Run> runs, uint64_t memory_bytes);

  // False: that was the last. REQUIRES: the postings of the term before were asked for.
  [[nodiscard]] Result<bool> next_term();
  [[nodiscard]] std::string_view term() const { return term_; }

  // use(posting, gaps): gaps between the places where the term occurs in the document.
  template <class Use>
  [[nodiscard]] Result<void> for_each_posting(Use&& use) {
    for (const uint32_t number : same_) {
      Reader& reader = readers_[number];
      COCITE_CHECK(postings(reader));
      const auto* at = reinterpret_cast<const uint8_t*>(postings_.data());
      const uint8_t* const end = at + postings_.size();
      uint32_t next = runs_[number].first_document;
      uint64_t value = 0;
      while (at < end) {
        at = take_number(at, end, value);
        Posting posting;
        posting.doc = next + static_cast<uint32_t>(value);
        next = posting.doc + 1;
        at = take_number(at, end, value);
        posting.counts.text = static_cast<uint32_t>(value >> 1);
        if ((value & 1) != 0) {
          at = take_number(at, end, value);
          posting.counts.title = static_cast<uint32_t>(value);
          at = take_number(at, end, value);
          posting.counts.anchors = static_cast<uint32_t>(value);
        }
        gaps_.clear();
        for (uint64_t left = posting.counts.all(); left > 0; --left) {
          at = take_number(at, end, value);
          gaps_.push_back(static_cast<uint32_t>(value));
        }
        use(posting, std::span<const uint32_t>(gaps_));
      }
    }
    return {};
  }

 private:
  struct Reader {
    uint64_t next = 0;  // in the spill
    uint64_t end = 0;
    std::string buffer;
    size_t at = 0;
    std::string term;
  };
  // At least `bytes` are in the buffer, or all that is left.
  [[nodiscard]] Result<void> fill(Reader& reader, size_t bytes);
  [[nodiscard]] Result<uint64_t> number(Reader& reader);
  // False: no term is left.
  [[nodiscard]] Result<bool> read_term(Reader& reader);
  // Of the reader's term, into postings_.
  [[nodiscard]] Result<void> postings(Reader& reader);
  [[nodiscard]] bool comes_later(uint32_t a, uint32_t b) const;

  file::Spill* spill_;
  std::vector<Run> runs_;
  size_t buffer_bytes_;
  std::vector<Reader> readers_;
  std::vector<uint32_t> heap_;  // readers with a term; the least first
  std::vector<uint32_t> same_;  // readers that have term_, by number
  bool started_ = false;
  std::string term_;
  std::string postings_;
  std::vector<uint32_t> gaps_;
  std::string room_;
};

}  // namespace cocite::text
