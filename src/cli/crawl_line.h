// What commands that fetch have in common: how far it is, and how servers are reached.
//
//   CrawlLine line(is_quiet);
//   request.progress = [&](const CrawlProgress& now) { line.show(now); };
//
// One thread.
#pragma once

#include <string>

#include <cocite/crawl.h>

#include "cli/command.h"

namespace cocite::cli {

// On a terminal one line that changes, elsewhere a line every few seconds.
class CrawlLine {
 public:
  explicit CrawlLine(bool is_quiet);
  void show(const CrawlProgress& now);
  void clear();

 private:
  bool is_quiet_;
  bool is_terminal_;
  bool is_drawn_ = false;
  double shown_ = 0;
};

// What a user may not know who wonders about a report, on standard error.
void explain_report(const CrawlReport& report);
// An error where nothing was fetched because no host could be reached.
[[nodiscard]] Result<void> was_reached(const CrawlReport& report);

}  // namespace cocite::cli
