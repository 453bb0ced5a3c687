// Which method suits this crawl? Half of the linking sites are hidden, and what they say is the
// gold.
//
// Pages are related if pages of two hidden sites link to both, at most a few places apart; a link
// to a page's own host says nothing, nor do two pages of one host. The visible half is asked about
// pages that it links to often enough. So the test wants what the papers want: pages that independent
// authors mention together. It is made from co-citation, and favours methods that count common
// parents.
//
// With on = sites the same is done for sites: the visible half is a store of pages, whose graph of
// sites is asked, with the pages behind its links; sites are related if pages of two hidden sites
// link to pages of both, near each other.
#include <algorithm>
#include <fstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>

#include "answer/present.h"
#include "base/budget.h"
#include "base/hash.h"
#include "file/scratch_folder.h"
#include "measure/evaluate.h"
#include "prepare/import.h"
#include "related/sites.h"
#include "sites/host_graph.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::measure {
namespace {

constexpr uint64_t kSample = 500;        // query pages, unless more or fewer are asked for
constexpr uint64_t kCandidatesEach = 8;  // pages looked at for each query page that is wanted

// Which site each page is of, as blend has them, and whether that is hidden.
class Authors {
 public:
  Authors(related::Sites sites, uint64_t seed) : sites_(std::move(sites)), salt_(mix(seed + 1)) {}
  [[nodiscard]] uint64_t of(PageId page) const { return sites_.of(page); }
  [[nodiscard]] bool is_hidden(PageId page) const { return (mix(of(page) ^ salt_) & 1U) != 0; }

 private:
  related::Sites sites_;
  uint64_t salt_;
};

// A page that may be asked about, and which pages hidden authors put beside it.
struct Candidate {
  PageId page{};
  std::vector<std::pair<PageId, uint64_t>> beside = {};  // page, author
};

class Hiding {
 public:
  Hiding(const store::Store& store, const HiddenRequest& request, const Authors& authors)
      : store_(&store),
        request_(&request),
        authors_(&authors),
        budget_(0, request.eval.stop),
        visible_in_(store.pages()) {}

  Result<void> make(const file::Scratch& scratch) {
    COCITE_CHECK(find_sites());
    COCITE_CHECK(write_visible(scratch.file("links.tsv")));
    COCITE_CHECK(choose_candidates());
    COCITE_CHECK(look_at_hidden());
    return write_gold(scratch.file("gold.tsv"), scratch.file("queries.txt"));
  }
  [[nodiscard]] std::vector<EvalFact> facts() const {
    return {{.name = "hidden_sites", .value = hidden_sites_.size()},
            {.name = "visible_sites", .value = visible_sites_.size()},
            {.name = "hidden_links", .value = hidden_links_},
            {.name = "gold_pairs", .value = gold_pairs_}};
  }

 private:
  // `links` were looked at, or their addresses written.
  [[nodiscard]] Result<void> check_stop(uint64_t links) {
    constexpr uint64_t kStepsALink = 32;
    if (budget_.is_spent_after(kStepsALink * links)) return fail(ErrorCode::kCancelled, "stopped");
    return {};
  }
  template <class Use>
  Result<void> for_each_list(const char* stage, const Use& use) {
    auto scan = store_->out().scan(page_id(0), store_->pages());
    while (scan.next()) {
      COCITE_CHECK(check_stop(1));
      if (index(scan.page()) % 4096 == 0 && request_->eval.progress) {
        request_->eval.progress({.stage = stage,
                                 .done = index(scan.page()),
                                 .total = store_->pages(),
                                 .unit = "pages"});
      }
      COCITE_CHECK(use(scan.page(), scan.list()));
    }
    return scan.status();
  }
  Result<std::string> name(PageId page) const {
    COCITE_TRY(const std::string key, store_->key(page));
    return store_->address(key);
  }
  [[nodiscard]] bool on_sites() const { return request_->on == On::kSites; }
  // Query pages and their related pages: pages, or the first page of each site.
  [[nodiscard]] PageId asked_as(PageId page) const {
    return on_sites() ? page_id(first_of_site_[index(page)]) : page;
  }
  // As it is called in the files of judgements: a site by its registrable name.
  Result<std::string> asked_name(PageId page) const {
    if (!on_sites()) return name(page);
    COCITE_TRY(const std::string key, store_->key(page));
    return "http://" + url::host_name(sites_.site_of_host(url::host_of_key(key))) + "/";
  }
  // For each page the first one of its site.
  Result<void> find_sites() {
    if (!on_sites()) return {};
    first_of_site_.resize(store_->pages());
    std::unordered_map<std::string, uint32_t> first;
    for (uint64_t host = 0; host < store_->hosts(); ++host) {
      COCITE_TRY(const auto pages, store_->pages_of(host_id(host)));
      COCITE_TRY(const std::string key, store_->key(pages.first));
      const std::string site = sites_.site_of_host(url::host_of_key(key));
      const uint32_t own = first.emplace(site, index(pages.first)).first->second;
      std::fill(first_of_site_.begin() + index(pages.first),
                first_of_site_.begin() + static_cast<ptrdiff_t>(pages.second), own);
    }
    return {};
  }

  // The visible half as a link list; how often it links to each page.
  Result<void> write_visible(const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    COCITE_CHECK(for_each_list("hiding sites", [&](PageId page, auto list) -> Result<void> {
      COCITE_TRY(const bool is_crawled, store_->is_crawled(page));
      if (list.empty() && !is_crawled) return {};
      if (authors_->is_hidden(page)) {
        if (!list.empty()) ++hidden_sites_[authors_->of(page)];
        hidden_links_ += list.size();
        return {};
      }
      COCITE_TRY(const std::string source, name(page));
      if (list.empty()) out << source << '\n';
      if (!list.empty()) ++visible_sites_[authors_->of(page)];
      for (const PageId child : list) {
        const PageId linked = asked_as(child);
        if (!on_sites() || linked != asked_as(page)) ++visible_in_[index(linked)];
        COCITE_CHECK(check_stop(1));
        COCITE_TRY(const std::string target, name(child));
        out << source << '\t' << target << '\n';
      }
      return {};
    }));
    out.close();
    if (!out) return fail(ErrorCode::kIo, path + ": cannot be written; is the disk full?");
    return {};
  }

  // Pages with enough visible parents, drawn at random.
  Result<void> choose_candidates() {
    const uint64_t wanted = request_->eval.sample == 0 ? kSample : request_->eval.sample;
    std::vector<std::pair<uint64_t, uint32_t>> drawn;
    for (uint32_t page = 0; page < visible_in_.size(); ++page) {
      if (visible_in_[page] < request_->least_parents) continue;
      drawn.emplace_back(mix(authors_->of(page_id(page)) ^ mix(page + request_->eval.seed)), page);
    }
    std::ranges::sort(drawn);
    if (drawn.size() > kCandidatesEach * wanted) drawn.resize(kCandidatesEach * wanted);
    for (const auto& [hash, page] : drawn) {
      candidate_of_.emplace(page, candidates_.size());
      candidates_.push_back({.page = page_id(page)});
    }
    return {};
  }

  Result<void> look_at_hidden() {
    std::vector<HostId> hosts;
    return for_each_list("reading what is hidden", [&](PageId page, auto list) -> Result<void> {
      if (!authors_->is_hidden(page)) return {};
      // Without link order all of a short list are next to each other, and of a long one none.
      const uint64_t places = request_->places;
      if (!store_->has_link_order() && list.size() > 2 * places + 1) return {};
      const uint64_t reach = store_->has_link_order() ? places : list.size();
      COCITE_TRY(const HostId own, store_->host_of(page));
      hosts.clear();
      for (size_t i = 0; i < list.size(); ++i) {
        const auto known = candidate_of_.find(index(asked_as(list[i])));
        if (known == candidate_of_.end()) continue;
        if (hosts.empty()) {
          COCITE_CHECK(check_stop(list.size()));
          for (const PageId child : list) {
            COCITE_TRY(const HostId host, store_->host_of(child));
            hosts.push_back(host);
          }
        }
        if (hosts[i] == own) continue;
        const size_t end = std::min<size_t>(list.size(), i + reach + 1);
        for (size_t j = i - std::min<size_t>(i, reach); j < end; ++j) {
          if (hosts[j] == own || hosts[j] == hosts[i]) continue;
          const PageId other = asked_as(list[j]);
          if (other == asked_as(list[i]) || (on_sites() && other == asked_as(page))) continue;
          candidates_[known->second].beside.emplace_back(other, authors_->of(page));
        }
      }
      return {};
    });
  }

  // The visible graph has this page.
  Result<bool> is_visible(PageId page) const {
    if (visible_in_[index(page)] > 0) return true;
    if (on_sites()) return false;
    COCITE_TRY(const bool is_crawled, store_->is_crawled(page));
    return is_crawled && !authors_->is_hidden(page);
  }

  Result<void> write_gold(const std::string& gold_path, const std::string& queries_path) {
    std::ofstream gold(gold_path, std::ios::binary);
    std::ofstream queries(queries_path, std::ios::binary);
    uint64_t asked = 0;
    const uint64_t wanted = request_->eval.sample == 0 ? kSample : request_->eval.sample;
    for (Candidate& candidate : candidates_) {
      if (asked == wanted) break;
      auto& beside = candidate.beside;
      std::ranges::sort(beside);
      beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
      uint64_t good = 0;
      for (size_t first = 0; first < beside.size();) {
        size_t last = first;
        while (last < beside.size() && beside[last].first == beside[first].first) ++last;
        COCITE_TRY(const bool is_there, is_visible(beside[first].first));
        if (last - first >= request_->least_sites && is_there) {
          COCITE_TRY(const std::string one, asked_name(candidate.page));
          COCITE_TRY(const std::string other, asked_name(beside[first].first));
          gold << one << '\t' << other << '\n';
          ++good;
        }
        first = last;
      }
      if (good == 0) continue;
      gold_pairs_ += good;
      ++asked;
      COCITE_TRY(const std::string query, asked_name(candidate.page));
      queries << query << '\n';
    }
    gold.close();
    queries.close();
    if (!gold || !queries) {
      return fail(ErrorCode::kIo, gold_path + ": cannot be written; is the disk full?");
    }
    if (asked > 0) return {};
    return fail(ErrorCode::kNotFound,
                store_->path() + ": hiding half of its " +
                    std::to_string(hidden_sites_.size() + visible_sites_.size()) +
                    " linking sites leaves nothing to ask about: no page that " +
                    std::to_string(request_->least_parents) +
                    " visible pages link to is linked next to another one by pages of " +
                    std::to_string(request_->least_sites) + " hidden sites");
  }

  const store::Store* store_;
  const HiddenRequest* request_;
  const Authors* authors_;
  Budget budget_;  // without an end: its stop flag
  std::vector<uint32_t> visible_in_;
  url::SiteList sites_;
  std::vector<uint32_t> first_of_site_;                  // where sites are asked about
  std::unordered_map<uint64_t, uint64_t> hidden_sites_;  // that link, with their pages that do
  std::unordered_map<uint64_t, uint64_t> visible_sites_;
  uint64_t hidden_links_ = 0;
  uint64_t gold_pairs_ = 0;
  std::unordered_map<uint32_t, size_t> candidate_of_;
  std::vector<Candidate> candidates_;  // in the order drawn
};

}  // namespace

Result<EvalAnswer> evaluate_hidden(const answer::Opened& opened, const HiddenRequest& request) {
  if (request.links) return evaluate_hidden_links(opened, request);
  const store::Store& store = opened.store;
  if (store.names() != store::Names::kUrl || store.link_counts() != nullptr) {
    return fail(ErrorCode::kUnsupported,
                opened.store.path() + ": hiding sites needs pages with addresses, of many sites");
  }
  COCITE_TRY(related::Sites sites, related::Sites::make(store, opened.web.folder_hosts()));
  const Authors authors(std::move(sites), request.eval.seed);
  COCITE_TRY(const file::Scratch scratch, file::Scratch::make(request.scratch));
  Hiding hiding(store, request, authors);
  COCITE_CHECK(hiding.make(scratch));
  COCITE_CHECK(
      prepare::import_store({.store = scratch.file("visible.cocite"),
                             .inputs = {scratch.file("links.tsv")},
                             .from = "links",
                             .threads = request.eval.threads,
                             .order = store.has_link_order() ? LinkOrder::kPage : LinkOrder::kNone,
                             .progress = request.eval.progress,
                             .stop = request.eval.stop}));
  COCITE_TRY(const auto visible, answer::Opened::open(scratch.file("visible.cocite"), {}));
  EvalRequest asked = request.eval;
  asked.gold = scratch.file("gold.tsv");
  asked.queries = scratch.file("queries.txt");
  asked.sample = 0;
  EvalAnswer answer;
  if (request.on == On::kPages) {
    COCITE_TRY(answer, evaluate(*visible, asked));
  } else {
    COCITE_TRY(sites::HostGraph graph, sites::open_host_graph(visible->store, request.on,
                                                              {.threads = request.eval.threads,
                                                               .progress = request.eval.progress,
                                                               .stop = request.eval.stop}));
    COCITE_TRY(answer, evaluate(answer::Opened(std::move(graph.store), {}), asked));
  }
  answer.store = opened.store.path();
  answer.judged_by = "hidden";
  answer.file.clear();
  std::vector<EvalFact> facts = hiding.facts();
  facts.insert(facts.end(), answer.facts.begin(), answer.facts.end());
  for (EvalFact& fact : facts) fact.samples.clear();  // lines of files that are gone
  answer.facts = std::move(facts);
  return answer;
}

}  // namespace cocite::measure
