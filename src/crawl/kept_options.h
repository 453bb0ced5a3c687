// The options of a crawl as its folder keeps them, so that a crawl that is given its folder alone
// goes on with the same ones.
//
//   COCITE_CHECK(take_kept_options("example.crawl", request));   // before anything else is done
//   COCITE_CHECK(state.keep_options(options_of(request)));
//
// A new option is kept once it has a line in kOptions (kept_options.cc), under its name on the
// command line. Pure functions, but for reading the folder; any thread.
#pragma once

#include <string>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/crawl_state.h"

namespace cocite::crawl {

// All options, with their values in this request.
[[nodiscard]] KeptOptions options_of(const CrawlRequest& request);

// Sets every option that the request does not give (CrawlRequest::given) to its kept value. An
// unknown name is left out: a newer version may have kept it. kCorrupt: a value that cannot be one.
[[nodiscard]] Result<void> use_options(const KeptOptions& kept, CrawlRequest& request);

// The same with what the folder keeps; nothing happens where there is no crawl yet.
[[nodiscard]] Result<void> take_kept_options(const std::string& folder, CrawlRequest& request);

}  // namespace cocite::crawl
