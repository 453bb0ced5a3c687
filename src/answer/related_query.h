// From a request to what the methods take: pages, parameters, hosts, stoplist.
//
//   COCITE_TRY(const Asker asker, Asker::make(web, stoplists, request, budget));
//   COCITE_TRY(const Chosen chosen, asker.choose("www.example.com/a/b", budget));    // chops
//   COCITE_TRY(const auto found, asker.method().find(asker.query({&chosen.page, 1}, budget)));
//
// Any thread; one Asker per request.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/page_choice.h"
#include "answer/stoplists.h"
#include "base/ids.h"
#include "related/method.h"

namespace cocite::answer {

// A page as it was asked for and as it is used.
struct Chosen {
  std::string asked = {};
  PageId page{};
  std::optional<PageId> asked_page = {};       // the page asked for, where it is in the graph
  std::optional<related::Answer> answer = {};  // where choosing it had to look for one
};

// The request with the method's name, and of the parameters those that the method has.
[[nodiscard]] RelatedRequest request_by(const RelatedRequest& request, std::string_view name);

class Asker {
 public:
  [[nodiscard]] static Result<Asker> make(const related::Web& web, const Stoplists& stoplists,
                                          const RelatedRequest& request, Budget& budget);

  [[nodiscard]] const related::MethodInfo& method() const { return *method_; }
  [[nodiscard]] bool hosts_on() const { return hosts_on_; }

  [[nodiscard]] Result<Chosen> choose(std::string_view text, Budget& budget) const;
  // The same for a page that is in the graph.
  [[nodiscard]] Result<Chosen> choose(PageId page, Budget& budget) const;
  // The query about these pages; `pages` stays as long as the query. `asked`: the number of requested
  // pages, all of which may be left out of the answer.
  [[nodiscard]] related::Query query(std::span<const PageId> pages, Budget& budget,
                                     uint64_t asked = 1) const;
  // Looks at this many first answers, in place of request.top.
  void want(uint64_t answers) { wanted_ = std::min(answers, kAll - 1); }
  void want_all() { wanted_ = kAll; }
  // Whether the user's wishes leave out some pages, and whether they let this one be an answer.
  [[nodiscard]] bool is_choosy() const { return drops_media_ || choice_.is_choosy(); }
  [[nodiscard]] Result<bool> takes(PageId page) const;
  [[nodiscard]] const PageChoice& choice() const { return choice_; }

 private:
  // The first of the key's chopped forms with enough evidence, or the first that is there.
  [[nodiscard]] Result<bool> chop(std::string_view key, Budget& budget, Chosen& chosen) const;

  const related::Web* web_ = nullptr;
  const RelatedRequest* request_ = nullptr;
  const related::MethodInfo* method_ = nullptr;
  Parameters parameters_;
  bool hosts_on_ = true;
  bool chops_ = false;
  static constexpr uint64_t kAll = uint64_t{1} << 60;
  uint64_t wanted_ = kAll;  // answers that are looked at
  std::shared_ptr<const related::Stoplist> stoplist_;
  bool drops_media_ = false;
  PageChoice choice_;
  related::Query::Takes takes_;  // takes(), for methods that ask
};

}  // namespace cocite::answer
