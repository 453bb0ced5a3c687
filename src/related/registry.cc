#include <algorithm>
#include <array>

#include "related/method.h"

namespace cocite::related {

#define METHOD(name)             \
  namespace name {               \
  extern const MethodInfo kInfo; \
  }
#include "related/methods.def"
#undef METHOD

std::span<const MethodInfo* const> methods() {
  static constexpr std::array kAll = {
#define METHOD(name) &name::kInfo,
#include "related/methods.def"
#undef METHOD
  };
  return kAll;
}

Result<const MethodInfo*> method_named(std::string_view name) {
  std::string known;
  for (const MethodInfo* info : methods()) {
    if (info->name == name) return info;
    known += (known.empty() ? "" : ", ") + std::string(info->name);
  }
  return fail(ErrorCode::kInvalidArgument,
              "there is no method '" + std::string(name) + "'; there are " + known);
}

Result<std::vector<Explanation>> explain(const MethodInfo& method, const Query& query,
                                         const Answer& answer, std::span<const PageId> pages) {
  std::vector<Explanation> all;
  for (const PageId page : pages) {
    if (!all.empty() && query.is_spent()) break;
    COCITE_TRY(Explanation explanation,
               answer.gathered ? answer.gathered->explain(page) : method.explain_one(query, page));
    all.push_back(std::move(explanation));
  }
  all.resize(pages.size());
  return all;
}

bool Query::is_asked_for(PageId page) const {
  return std::ranges::find(pages, page) != pages.end();
}

const Stoplist* stoplist_for(std::span<const PageId> pages, const Stoplist* stoplist) {
  if (stoplist == nullptr || stoplist->empty()) return nullptr;
  const bool is_asked =
      std::ranges::any_of(pages, [&](PageId page) { return stoplist->contains(page); });
  return is_asked ? nullptr : stoplist;
}

}  // namespace cocite::related
