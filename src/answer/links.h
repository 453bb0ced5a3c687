// A page's own links, one by one or as a list.
//
//   COCITE_TRY(const LinksAnswer answer, link_list(opened, "http://a.example/", {.in = true}));
//
// Any number of threads.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

// `use` returns false to stop.
[[nodiscard]] Result<void> for_each_link(const Opened& opened, std::string_view text,
                                         const LinksOptions& options,
                                         const std::function<bool(const LinkItem&)>& use);
[[nodiscard]] Result<std::vector<LinkItem>> links(const Opened& opened, std::string_view text,
                                                  const LinksOptions& options);
[[nodiscard]] Result<LinksAnswer> link_list(const Opened& opened, std::string_view text,
                                            const LinksOptions& options);

}  // namespace cocite::answer
