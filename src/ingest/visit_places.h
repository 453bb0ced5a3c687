// Which page of the store does a file of visits mean?
//
//   COCITE_TRY(const VisitPlaces places, VisitPlaces::of(store, request, format, "access.log"));
//   VisitFinder finder(places, 64 << 20);                       // one for each thread
//   COCITE_TRY(const uint32_t page, finder.target(visit));      // kNoPage, kAsset, or a page
//
// Names of transitions are those of the store. Titles of a clickstream are pages of a wiki, whose
// address is given or found in the store. Targets of a log are on the host that the line begins
// with, else on the one that is given, else on the only one of the store. Referrers are addresses.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/text_cache.h"
#include "read/visit_lines.h"
#include "read/wiki_title.h"
#include "store/store.h"
#include "url/key_maker.h"

namespace cocite::ingest {

class VisitPlaces {
 public:
  // `name`: of the file, which may tell the wiki ("clickstream-enwiki-2024-01.tsv.gz"). The store
  // stays while this lives. kInvalidArgument where it cannot be known what the lines mean.
  [[nodiscard]] static Result<VisitPlaces> of(const store::Store& store,
                                              const ImportRequest& request,
                                              read::VisitFormat format, const std::string& name);

 private:
  friend class VisitFinder;
  const store::Store* store_ = nullptr;
  read::VisitFormat format_ = read::VisitFormat::kTransitions;
  bool has_urls_ = false;
  std::string base_;  // log: "https://www.example.org"; empty: the lines say
  read::WikiSite wiki_;
};

// One thread.
class VisitFinder {
 public:
  static constexpr uint32_t kNoPage = std::numeric_limits<uint32_t>::max();
  static constexpr uint32_t kAsset = kNoPage - 1;  // an image, a style or similar

  VisitFinder(const VisitPlaces& places, size_t cache_bytes);

  [[nodiscard]] Result<uint32_t> source(const read::VisitLine& visit);
  [[nodiscard]] Result<uint32_t> target(const read::VisitLine& visit);
  [[nodiscard]] bool is_robot(std::string_view agent);

 private:
  [[nodiscard]] Result<uint32_t> by_name(std::string_view name);
  [[nodiscard]] Result<uint32_t> by_address(std::string_view address, bool drops_assets);
  [[nodiscard]] Result<uint32_t> by_request(const read::VisitLine& visit);

  const VisitPlaces* places_;
  TextCache sources_;
  TextCache targets_;
  TextCache agents_;
  url::KeyMaker source_keys_;
  url::KeyMaker target_keys_;
  std::string key_;
  std::string address_;
  std::string room_;
  std::string with_host_;
};

}  // namespace cocite::ingest
