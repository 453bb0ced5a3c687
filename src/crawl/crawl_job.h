// One request of a crawl, from its start to what is done with the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawl/crawl_state.h"
#include "crawl/page_reader.h"

namespace cocite::crawl {

struct CrawlJob {
  FetchKind kind = FetchKind::kPage;
  uint32_t page = 0;  // of robots.txt: the page that waits for it
  uint32_t host = 0;
  int scheme = 0;  // 1: https
  Address address = {};
  std::string url = {};
  std::string origin = {};                  // of the page: "https://example.org"
  uint32_t asked_host = 0;                  // another than `host` where robots.txt has moved
  std::optional<PageVersion> earlier = {};  // it is asked whether this is still so
  double pause_s = 0;                       // that the host gets afterwards
  double rests_until = 0;  // the end of this pause; 0: the host may be asked already
};

}  // namespace cocite::crawl
