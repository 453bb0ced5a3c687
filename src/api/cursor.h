// Long lists, a page at a time: which part of a list is wanted, and the cursor of the part behind it.
//
//   COCITE_TRY(const ListPart part, ListPart::of("rank", engine, arguments));
//   ... items from part.skip on, part.top of them, and whether there are more ...
//   return Answer{.content = part.content_of(std::move(answer), has_more)};
//
// A client repeats its request with cursor=NEXT, the text of `next` in the answer, until an answer has
// none. A cursor holds as long as the store is what it was: it names the place in the list, the content
// of the store and the question, so that no page of a list can come from another list. Values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "api/parameters.h"
#include "api/question.h"

namespace cocite::api {

class ListPart {
 public:
  // kInvalidArgument, about "cursor": no cursor, of another question, or the store was replaced.
  [[nodiscard]] static Result<ListPart> of(std::string_view question, const Engine& engine,
                                           const Arguments& arguments);

  // Leaves of a list what belongs to the part, and tells whether there is more behind it. The list
  // is whole, or at least one longer than the end of the part. `top` 0: all that follows.
  template <class Item>
  bool take(std::vector<Item>& items) const {
    const uint64_t first = std::min<uint64_t>(skip, items.size());
    const uint64_t last =
        first + (top == 0 ? items.size() - first : std::min<uint64_t>(top, items.size() - first));
    const bool has_more = last < items.size();
    items.erase(items.begin() + static_cast<ptrdiff_t>(last), items.end());
    items.erase(items.begin(), items.begin() + static_cast<ptrdiff_t>(first));
    return has_more;
  }

  template <class Given>
  [[nodiscard]] std::shared_ptr<const Content> content_of(Given given, bool has_more) const {
    if (has_more && top != 0) given.next = next();
    return api::content_of(std::move(given));
  }

  uint64_t skip = 0;
  uint64_t top = 0;

 private:
  [[nodiscard]] std::string next() const;

  std::string mark_;  // of the store and the question
};

}  // namespace cocite::api
