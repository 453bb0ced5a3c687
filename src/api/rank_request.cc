#include "api/rank_request.h"

#include "api/from_options.h"
#include "api/store_options.h"

namespace cocite::api {

RankRequest rank_request(const Arguments& arguments, const Limits& limits) {
  RankRequest request{.top = arguments.count("top")};
  read_options(arguments, kRankListOptions, request);
  for (const std::string& text : arguments.texts("page")) request.pages.push_back({.page = text});
  request.max_links = limits.max_rank_links;
  request.stop = limits.stop;
  request.progress = limits.progress;
  if (limits.caller == Caller::kClient) {
    request.threads = 1;
    request.from_columns = true;
    return request;
  }
  read_options(arguments, kRankOptions, request);
  return request;
}

}  // namespace cocite::api
