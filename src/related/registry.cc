#include "base/registry.h"

#include <algorithm>

#include "related/method.h"
#include "related/together.h"

namespace cocite::related {

#define METHOD(name)             \
  namespace name {               \
  extern const MethodInfo kInfo; \
  }
#include "related/methods.def"
#undef METHOD

namespace {

constexpr const MethodInfo* kAll[] = {
#define METHOD(name) &name::kInfo,
#include "related/methods.def"
#undef METHOD
};
constexpr Registry<MethodInfo> kMethods("method", kAll);

}  // namespace

std::span<const MethodInfo* const> methods() {
  return kMethods.all();
}

Result<const MethodInfo*> method_named(std::string_view name) {
  return kMethods.find(name);
}

Result<std::vector<Explanation>> explain(const MethodInfo& method, const Query& query,
                                         const Answer& answer, std::span<const PageId> pages) {
  std::vector<Explanation> all;
  for (const PageId page : pages) {
    if (!all.empty() && query.is_spent()) break;
    COCITE_TRY(Explanation explanation, answer.gathered ? answer.gathered->explain(page)
                                                        : explain_together(method, query, page));
    all.push_back(std::move(explanation));
  }
  all.resize(pages.size());
  return all;
}

bool Query::is_asked_for(PageId page) const {
  return std::ranges::find(pages, page) != pages.end() ||
         std::ranges::find(asked, page) != asked.end();
}

const Stoplist* stoplist_for(std::span<const PageId> pages, const Stoplist* stoplist) {
  if (stoplist == nullptr || stoplist->empty()) return nullptr;
  const bool is_asked =
      std::ranges::any_of(pages, [&](PageId page) { return stoplist->contains(page); });
  return is_asked ? nullptr : stoplist;
}

}  // namespace cocite::related
