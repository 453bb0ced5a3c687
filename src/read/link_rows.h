// Links that come one by one, as rows of a list or a table: names to pages, and what is no link
// counted.
//
//   LinkRows rows(options, /*has_details=*/false);
//   rows.add({.source = "a.example/", .target = "b.example/", .line = 1, .text = line}, block);
//   rows.add({.source = "c.example/", .line = 2, .text = line}, block);      // a page without links
//
// With details, each link may have a text, and each source a date: of a page with rows of several
// dates the newest count, as they do for a page that was fetched several times. One thread, one
// block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "html/word_sink.h"
#include "read/link_block.h"
#include "read/source.h"
#include "url/key_maker.h"

namespace cocite::read {

struct LinkRow {
  std::string_view source;
  std::string_view target = {};  // empty: the source is a page, and there is no link
  std::string_view anchor = {};
  std::string_view title = {};  // of the source; needs details
  uint32_t date = 0;            // seconds since 1970; 0: not known
  uint64_t line = 0;            // of the input, from 1
  std::string_view text = {};   // the row as it is, for samples
};

class LinkRows {
 public:
  // `options` lives longer than this.
  LinkRows(const SourceOptions& options, bool has_details)
      : options_(&options),
        has_details_(has_details),
        source_keys_({.fold_www = options.fold_www}),
        target_keys_({.fold_www = options.fold_www}) {}

  void add(const LinkRow& row, LinkBlock& block);
  // The page of a name. False: it has none, and is counted.
  bool number(std::string_view name, const LinkRow& row, LinkBlock& block, uint32_t& page) {
    return number(name, row, target_keys_, block, page, 1);
  }

 private:
  bool number(std::string_view name, const LinkRow& row, url::KeyMaker& keys, LinkBlock& block,
              uint32_t& page, int32_t vote_weight);
  void seen(LinkBlock& block) const;

  const SourceOptions* options_;
  bool has_details_;
  url::KeyMaker source_keys_;
  url::KeyMaker target_keys_;
  std::string key_;
  html::WordSink anchor_;
  std::string last_source_text_;
  uint32_t last_source_ = LinkBlock::kNoTarget;
  uint32_t last_date_ = 0;
};

}  // namespace cocite::read
