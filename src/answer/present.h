// Pages as people see them: addresses, titles or what others call them, hosts.
//
//   COCITE_TRY(LinkItem item, present_link(store, 3, page));   // key, url and title of a page
//
// Pure reading; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/readable.h>
#include <cocite/result.h>

#include "answer/percentiles.h"
#include "base/ids.h"
#include "store/store.h"

namespace cocite::answer {

// What an error says of this store, for answers, which may be read on other machines: without its
// path.
[[nodiscard]] std::string without_path(const store::Store& store, const std::string& message);

// Since when the page is not there any more, "2014-03-25"; empty: it exists, or is unknown.
[[nodiscard]] std::string gone_since(const store::Store& store, PageId page);

// The day when the page was fetched, "2014-03-25"; empty: it was not, or that is unknown.
[[nodiscard]] std::string fetched_on(const store::Store& store, PageId page);

[[nodiscard]] Result<LinkItem> present_link(const store::Store& store, uint64_t place, PageId page);
// The anchor text of the link from one page to another; empty: none, or unknown.
[[nodiscard]] Result<std::string> anchor_of(const store::Store& store, PageId from, PageId to);
[[nodiscard]] Result<PageInfo> present_page(const store::Store& store,
                                            const Percentiles& percentiles, PageId page);

}  // namespace cocite::answer
