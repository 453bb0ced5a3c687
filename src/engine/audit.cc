// Audits: the site is chosen, each kind of finding is asked, and page numbers become addresses.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include <cocite/audit.h>
#include <cocite/engine.h>
#include <cocite/text_file.h>

#include "answer/present.h"
#include "answer/resolve.h"
#include "audit/kind.h"
#include "base/parallel.h"
#include "engine/engine_state.h"
#include "ingest/imported_folders.h"
#include "measure/judgements.h"

namespace cocite {
namespace {

constexpr size_t kMostHomes = 10;

using audit::Found;
using audit::Item;
using audit::Kind;

bool is_stopped(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

Result<std::vector<const Kind*>> kinds_of(const AuditRequest& request) {
  const auto all = audit::kinds();
  if (request.kinds.empty()) return std::vector(all.begin(), all.end());
  std::set<const Kind*> wanted;
  for (const std::string& name : request.kinds) {
    COCITE_TRY(const Kind* const kind, audit::kind_named(name));
    wanted.insert(kind);
  }
  std::vector<const Kind*> kinds;
  for (const Kind* kind : all) {
    if (wanted.contains(kind)) kinds.push_back(kind);
  }
  return kinds;
}

Result<PageRef> page_ref(const store::Store& store, PageId page) {
  COCITE_TRY(const LinkItem item, answer::present_link(store, 0, page));
  return item.ref();
}

// The key that an item is about.
Result<std::string> key_of(const store::Store& store, const Item& item) {
  if (item.page) return store.key(*item.page);
  if (item.target) return store.key(*item.target);
  return item.address;
}

// What makes an item the same in another store.
Result<std::string> identity_of(const store::Store& store, const Kind& kind, const Item& item) {
  COCITE_TRY(const std::string key, key_of(store, item));
  return std::string(kind.name) + '\t' + key + '\t' + item.text;
}

// Accepted findings: "kind<TAB>address", "*<TAB>address", # for comments. An address that ends with * stands for
// all that begin so.
class Accepted {
 public:
  static Result<Accepted> read(const store::Store& store, const AuditRequest& request) {
    Accepted accepted;
    if (request.ignore.empty()) return accepted;
    COCITE_TRY(const std::string text, read_text_file(request.ignore, {.stop = request.stop}));
    std::istringstream lines(text);
    size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.ends_with('\r')) line.pop_back();
      if (line.empty() || line.starts_with('#')) continue;
      std::istringstream words(line);
      std::string kind;
      std::string address;
      words >> kind >> address;
      if (kind != "*") {
        const auto known = audit::kind_named(kind);
        if (!known || address.empty()) {
          return fail({.message = request.ignore + ", line " + std::to_string(number) +
                                  ": not a kind of finding and an address, such as "
                                  "'orphans<TAB>https://www.example.com/a'" +
                                  (known ? "" : "; " + known.error().message),
                       .about = "ignore"});
        }
      }
      const bool is_prefix = address.ends_with('*');
      // A letter in place of the star, so that the end of the address stays as it is.
      if (is_prefix) address.back() = 'a';
      const auto meant = answer::key_meant(store, address);
      std::string key = meant ? *meant : address;
      if (is_prefix) key.pop_back();
      (is_prefix ? accepted.prefixes_ : accepted.lines_).emplace(kind, key);
    }
    return accepted;
  }
  [[nodiscard]] bool has(std::string_view kind, const std::string& key) const {
    return lines_.contains({std::string(kind), key}) || lines_.contains({"*", key}) ||
           std::ranges::any_of(prefixes_, [&](const auto& line) {
             return (line.first == "*" || line.first == kind) && key.starts_with(line.second);
           });
  }

 private:
  std::set<std::pair<std::string, std::string>> lines_;     // kind, key
  std::set<std::pair<std::string, std::string>> prefixes_;  // kind, what keys begin with
};

// Anchors of the links of a few pages, each read once.
class Places {
 public:
  explicit Places(const store::Store& store) : store_(&store) {}
  Result<void> fill(AuditLink& link, PageId from, PageId target) {
    COCITE_TRY(const auto children, store_->children(from, buffer_));
    const auto place = static_cast<size_t>(std::ranges::find(children, target) - children.begin());
    if (place == children.size()) return {};
    if (store_->has_link_order()) link.place = place + 1;
    if (from_ != from || anchors_.empty()) {
      COCITE_TRY(anchors_, store_->text_columns().anchors(from));
      from_ = from;
    }
    if (place < anchors_.size()) link.anchor = anchors_[place];
    return {};
  }

 private:
  const store::Store* store_;
  graph::ListBuffer buffer_;
  PageId from_{};
  std::vector<std::string> anchors_;
};

Result<AuditItem> present(const store::Store& store, const Item& item, uint64_t most) {
  AuditItem shown{.why = item.why,
                  .text = item.text,
                  .from_total = item.from.size(),
                  .pages_total = item.pages.size()};
  const auto few = [&](const std::vector<PageId>& pages) {
    return std::span(pages).first(most == 0 ? pages.size() : std::min<size_t>(most, pages.size()));
  };
  if (item.page) {
    COCITE_TRY(shown.page, page_ref(store, *item.page));
  }
  if (item.target) {
    COCITE_TRY(shown.target, page_ref(store, *item.target));
  } else if (!item.page) {
    shown.target = PageRef{.key = item.address, .url = store.address(item.address)};
  }
  if (item.instead) {
    COCITE_TRY(shown.instead, page_ref(store, *item.instead));
  }
  Places places(store);
  const std::optional<PageId> linked = item.target ? item.target : item.page;
  for (const PageId from : few(item.from)) {
    AuditLink link;
    COCITE_TRY(link.ref(), page_ref(store, from));
    if (linked) COCITE_CHECK(places.fill(link, from, *linked));
    shown.from.push_back(std::move(link));
  }
  for (const PageId page : few(item.pages)) {
    COCITE_TRY(PageRef ref, page_ref(store, page));
    shown.pages.push_back(std::move(ref));
  }
  return shown;
}

// All that is wrong, before anything is left out. Once the budget is spent, kinds are missing.
struct Audited {
  std::optional<audit::Site> site = {};
  std::vector<std::pair<const Kind*, Found>> findings = {};
  std::string late = {};  // kinds that were not looked at
};

Result<Audited> run_audit(const store::Store& store, const AuditRequest& request, Budget& budget) {
  COCITE_TRY(const std::vector<const Kind*> kinds, kinds_of(request));
  audit::Scope scope{.site = request.site,
                     .under = request.under,
                     .budget = &budget,
                     .threads = request.threads == 0 ? hardware_threads() : request.threads};
  COCITE_TRY(scope.folders, ingest::imported_folders(store));
  if (!request.home.empty()) {
    COCITE_TRY(scope.home, answer::resolve(store, request.home));
  }
  Audited audited;
  Result<audit::Site> site = audit::Site::make(store, scope);
  if (!site && site.error().code != ErrorCode::kCancelled) {
    return tl::unexpected<Error>(site.error());
  }
  if (site) audited.site = *std::move(site);
  uint64_t done = 0;
  for (const Kind* const kind : kinds) {
    if (request.progress) {
      request.progress({.stage = "auditing", .done = done, .total = kinds.size(), .unit = "kinds"});
    }
    ++done;
    Found found;
    const Result<void> looked = audited.site && !budget.is_spent()
                                    ? kind->find(*audited.site, found)
                                    : fail(ErrorCode::kCancelled, "stopped");
    if (is_stopped(request.stop)) return fail(ErrorCode::kCancelled, "stopped");
    if (!looked && looked.error().code == ErrorCode::kCancelled) {
      audited.late += (audited.late.empty() ? "" : ", ") + std::string(kind->name);
      continue;
    }
    COCITE_CHECK(looked);
    audit::sort_items(found.items);
    audited.findings.emplace_back(kind, std::move(found));
  }
  return audited;
}

Result<std::set<std::string>> known_before(const AuditRequest& request, Budget& budget) {
  std::set<std::string> known;
  if (request.against.empty()) return known;
  COCITE_TRY(const store::Store store, store::Store::open(request.against));
  AuditRequest same = request;
  // A home page that is new has no place in the old store.
  if (!same.home.empty() && !answer::resolve(store, same.home)) same.home.clear();
  COCITE_TRY(const Audited audited, run_audit(store, same, budget));
  for (const auto& [kind, found] : audited.findings) {
    for (const Item& item : found.items) {
      COCITE_TRY(std::string identity, identity_of(store, *kind, item));
      known.insert(std::move(identity));
    }
  }
  return known;
}

}  // namespace

std::vector<AuditKind> audit_kinds() {
  std::vector<AuditKind> kinds;
  for (const Kind* kind : audit::kinds()) {
    kinds.push_back({std::string(kind->name), std::string(kind->title), std::string(kind->why)});
  }
  return kinds;
}

Result<AuditAnswer> audit_site(const Engine& engine, const AuditRequest& request) {
  const store::Store& store = EngineGraph::store(engine);
  COCITE_TRY(const Accepted accepted, Accepted::read(store, request));
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const std::set<std::string> known, known_before(request, budget));
  COCITE_TRY(Audited audited, run_audit(store, request, budget));
  AuditAnswer answer;
  if (audited.site) {
    answer.pages = audited.site->pages().size();
    for (const PageId home : audited.site->homes()) {
      if (answer.homes.size() == kMostHomes) break;
      COCITE_TRY(PageRef ref, page_ref(store, home));
      answer.homes.push_back(std::move(ref));
    }
  }
  for (auto& [kind, found] : audited.findings) {
    AuditFinding finding{.kind = std::string(kind->name),
                         .title = std::string(kind->title),
                         .advice = std::string(kind->why),
                         .unknown = std::move(found.unknown),
                         .notes = std::move(found.notes)};
    for (const Item& item : found.items) {
      COCITE_TRY(const std::string key, key_of(store, item));
      if (accepted.has(kind->name, key)) {
        ++answer.ignored;
        continue;
      }
      COCITE_TRY(const std::string identity, identity_of(store, *kind, item));
      if (known.contains(identity)) {
        ++answer.old;
        continue;
      }
      ++finding.total;
      // A list that was found is shown, even if its budget ends now: at least its beginning.
      constexpr size_t kAlways = 10;
      if (request.top != 0 && finding.items.size() == request.top) continue;
      if (finding.items.size() >= kAlways && budget.is_spent_after(2000)) {
        answer.is_complete = false;
        continue;
      }
      COCITE_TRY(AuditItem shown, present(store, item, request.from));
      finding.items.push_back(std::move(shown));
    }
    if (finding.unknown.empty()) {
      finding.summary =
          finding.total == 0 ? "none" : audit::counted(finding.total, kind->one, kind->many);
    }
    answer.total += finding.total;
    answer.findings.push_back(std::move(finding));
  }
  if (!audited.late.empty()) {
    answer.is_complete = false;
    answer.notes.push_back("time was up before these were looked for: " + audited.late);
  }
  return answer;
}

}  // namespace cocite
