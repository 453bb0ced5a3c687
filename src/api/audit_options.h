// Options of an audit.
#pragma once

#include <cocite/audit.h>

#include "api/option.h"
#include "api/related_options.h"
#include "api/store_options.h"

namespace cocite::api {

// Which pages; how many items.
inline constexpr auto kAuditOptions = options(
    option("site", &AuditRequest::site, "only pages of this host and of hosts below it")
        .stands("HOST"),
    option("under", &AuditRequest::under, "only pages whose path begins with this, such as /docs/")
        .stands("PREFIX"),
    option("home", &AuditRequest::home, "page that readers start from")
        .stands("PAGE")
        .otherwise("the root of each host"),
    option("from", &AuditRequest::from, "pages listed with each finding, at most; 0: all")
        .up_to(kMostItems),
    option("budget_ms", &AuditRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

// What names files, or is for programs on this machine.
inline constexpr auto kAuditHereOptions =
    options(option("ignore", &AuditRequest::ignore,
                   "findings to leave out, one a line: kind<TAB>address; kind * stands for all")
                .stands("FILE")
                .here(),
            option("against", &AuditRequest::against, "leave out what this older store has already")
                .stands("STORE")
                .here(),
            option("threads", &AuditRequest::threads, kThreadsHelp).here());

}  // namespace cocite::api
