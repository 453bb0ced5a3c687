#include "text/conditions.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cocite::text {

Result<Conditions> Conditions::find(const Index& index, const Request& request) {
  Conditions result;
  const auto add = [&](const std::string& term, bool in_title) -> Result<void> {
    COCITE_TRY(const auto list, index.find(term));
    if (list) {
      result.required_.push_back({Cursor(index, *list), in_title});
    } else {
      result.impossible_ = true;
    }
    return {};
  };
  for (const std::string& term : request.required) COCITE_CHECK(add(term, false));
  for (const std::string& term : request.in_title) COCITE_CHECK(add(term, true));
  std::ranges::sort(result.required_, {}, [](const Required& r) { return r.cursor.list().df; });
  for (const auto& group : request.excluded) {
    std::vector<Cursor> cursors;
    bool all = !group.empty();
    for (const std::string& term : group) {
      COCITE_TRY(const auto list, index.find(term));
      if (list) {
        cursors.emplace_back(index, *list);
      } else {
        all = false;  // no page has all of them
      }
    }
    if (all) result.excluded_.push_back(std::move(cursors));
  }
  return result;
}

bool Conditions::hold(uint32_t doc, bool& held) {
  held = false;
  for (Required& required : required_) {
    if (!required.cursor.seek(doc)) return false;
    if (required.cursor.at_end() || required.cursor.doc() != doc) return true;
    if (!required.in_title) continue;
    FieldCounts counts;
    if (!required.cursor.counts(counts)) return false;
    if (counts.title == 0) return true;
  }
  for (std::vector<Cursor>& group : excluded_) {
    bool has_all = true;
    for (Cursor& cursor : group) {
      if (!cursor.seek(doc)) return false;
      has_all = has_all && !cursor.at_end() && cursor.doc() == doc;
    }
    if (has_all) return true;
  }
  held = true;
  return true;
}

}  // namespace cocite::text
