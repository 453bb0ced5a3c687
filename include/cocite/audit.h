// What is wrong with a site, for its owner: dead links, orphans, duplicates and more.
//
//   Result<AuditAnswer> answer = audit_site(engine, {.under = "/docs/"});
//   for (const AuditFinding& finding : answer->findings) finding.items.size();
//
// Kinds come in the order in which it pays to mend them, items of a kind most important first. If the
// store does not know enough for a kind, its `unknown` says what is missing. Values: each thread its
// own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

class Engine;

struct AuditRequest {
  std::vector<std::string> kinds = {};  // of audit_kinds(); none: all
  std::string site = {};                // only pages of this host and of those below it
  std::string under = {};               // only pages whose path begins with this: "/docs/"
  std::string home = {};     // page that readers start from; empty: the root of each host
  uint64_t top = 0;          // items of each kind, at most; 0: all
  uint64_t from = 10;        // pages listed with each item, at most; 0: all
  std::string ignore = {};   // file of accepted findings: kind<TAB>address
  std::string against = {};  // an older store: leave out what was wrong there already
  uint64_t budget_ms = 0;    // then the kinds found so far; 0: as long as it takes
  unsigned threads = 0;      // 0: all
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;  // set it to cancel
};

// A page with a link to the target of an item.
struct AuditLink : PageRef {
  uint64_t place = 0;       // of the link on the page, from 1; 0: unknown
  std::string anchor = {};  // text of the link; empty: none, or unknown
};

struct AuditItem {
  std::optional<PageRef> page = {};     // that has the fault
  std::optional<PageRef> target = {};   // or that links lead to
  std::string why = {};                 // "status 404 since 2024-05-01"
  std::string text = {};                // of titles and anchors: the text itself
  std::optional<PageRef> instead = {};  // where the link should lead
  uint64_t from_total = 0;
  std::vector<AuditLink> from = {};  // pages with the link
  uint64_t pages_total = 0;
  std::vector<PageRef> pages = {};  // copies, pages behind a bridge, other addresses
};

struct AuditFinding {
  std::string kind = {};     // "dead-links"
  std::string title = {};    // "Dead links"
  std::string summary = {};  // "3 pages that links lead to do not exist"
  std::string advice = {};   // why it pays to mend them, and how
  uint64_t total = 0;        // items that there are
  std::vector<AuditItem> items = {};
  std::string unknown = {};  // what the store lacks to judge this; empty: nothing
  std::vector<std::string> notes = {};
};

struct AuditAnswer {
  uint64_t pages = 0;               // that were audited
  std::vector<PageRef> homes = {};  // home pages, the first few
  uint64_t total = 0;               // items of all findings
  uint64_t ignored = 0;             // items left out by `ignore`
  uint64_t old = 0;                 // items left out by `against`
  bool is_complete = true;          // false: the time budget ended it
  std::vector<AuditFinding> findings = {};
  std::vector<std::string> notes = {};
};

// kNotFound if no page is in the part that was asked for.
[[nodiscard]] Result<AuditAnswer> audit_site(const Engine& engine,
                                             const AuditRequest& request = {});

struct AuditKind {
  std::string name = {};
  std::string title = {};
  std::string advice = {};
};
// In the order in which it pays to mend them.
[[nodiscard]] std::vector<AuditKind> audit_kinds();

}  // namespace cocite
