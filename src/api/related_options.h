// Options of requests about related pages and sites.
#pragma once

#include <cocite/query.h>

#include "api/option.h"
#include "api/words.h"

namespace cocite::api {

inline constexpr uint64_t kMostItems = 1000;
inline constexpr uint64_t kMostPages = 1000;
inline constexpr uint64_t kMostReasons = 100;

inline constexpr std::string_view kDeadHelp =
    "pages that answered 404 or 410 when last crawled: keep, mark with the day since when they are "
    "gone, or drop";
inline constexpr std::string_view kOnlyHelp = "crawled: leave out pages that were never fetched";
inline constexpr std::string_view kOnlyDefault =
    "crawled for the crawl of one site, any for all other stores";
inline constexpr std::string_view kBudgetHelp =
    "after this many milliseconds, answer with the best so far";
inline constexpr std::string_view kStoplistHelp =
    "pages to ignore: shipped (browsers, counters, share buttons), auto:K for the K most frequent "
    "answers of cocitation, none, or a file of addresses (not over HTTP)";

// Which of the answers are wanted.
inline constexpr auto kAnswerOptions = options(
    option("not", &RelatedRequest::not_pages,
           "rank answers that resemble this page lower; repeatable")
        .stands("PAGE")
        .up_to(kMostPages),
    option("together", &RelatedRequest::together_all,
           "of several pages: all leaves out answers that are not related to each of them")
        .words(kAnyAll)
        .expert(),
    option("same_site", &RelatedRequest::drop_same_site,
           "drop: no answers on the site of a query page")
        .words(kKeepDrop),
    option("unlinked", &RelatedRequest::unlinked,
           "leave out pages that a query page links to, or that link to one"),
    option("per_host", &RelatedRequest::per_host, "answers from one host, at most")
        .otherwise("any number"),
    option("copies", &RelatedRequest::copies,
           "fold: a near-copy of the page, or of a better answer, is named there and not "
           "listed as an answer")
        .words(kCopies)
        .otherwise("fold for blend, keep for the others")
        .expert(),
    option("media", &RelatedRequest::media,
           "drop: leave out images, audio, video, archives, styles and scripts, judged by "
           "the ending of their names")
        .words(kMedia)
        .otherwise("drop for blend, keep for the others")
        .expert(),
    option("only", &RelatedRequest::only, kOnlyHelp).words(kOnly).otherwise(kOnlyDefault).expert(),
    option("dead", &RelatedRequest::dead, kDeadHelp).words(kDead).otherwise("drop"),
    option("flagged", &RelatedRequest::flagged,
           "answers backed only by pages without in-links, which blend marks: keep, list "
           "last, or drop")
        .words(kFlagged)
        .expert());

inline constexpr auto kChopOption = options(
    option("chop", &RelatedRequest::chop,
           "on: if a page has no links in the store, ask about one nearer the root of its host")
        .words(kSwitch)
        .otherwise("on for cocitation")
        .expert());

inline constexpr auto kWhyOption = options(
    option("why", &RelatedRequest::why, "reasons with each answer, at most").up_to(kMostReasons));

inline constexpr auto kBudgetOption = options(
    option("budget_ms", &RelatedRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

// Which links count.
inline constexpr auto kNeighbourhoodOptions = options(
    option("hosts", &RelatedRequest::hosts,
           "whether links within a host count less; off: every page is its own host")
        .words(kSwitch)
        .otherwise("auto: off if over 90 % of links stay on their host")
        .expert(),
    option("stoplist", &RelatedRequest::stoplist, kStoplistHelp)
        .stands("FILE|shipped|auto:K|none")
        .otherwise("shipped if links within a host count less, else none")
        .expert(),
    option("seed", &RelatedRequest::seed, "seed of random choices, such as samples of parents")
        .expert());

inline constexpr auto kRelatedTop =
    options(option("top", &RelatedRequest::top, "number of answers").from(1).up_to(kMostItems));

inline constexpr auto kSimilarSitesOptions = options(
    option("top", &SimilarSitesRequest::top, "number of sites").from(1).up_to(kMostItems),
    option("copies", &SimilarSitesRequest::copies,
           "fold: a near-copy of a better answer is named there and not listed")
        .words(kCopies)
        .otherwise("fold for blend, keep for the others"),
    option("only", &SimilarSitesRequest::only, "crawled: leave out sites without a fetched page")
        .words(kOnly)
        .otherwise("any"),
    option("dead", &SimilarSitesRequest::dead, "sites of which every crawled page is gone")
        .words(kDead)
        .otherwise("drop"),
    option("flagged", &SimilarSitesRequest::flagged,
           "answers backed only by sites without in-links: keep, list last, or drop")
        .words(kFlagged)
        .expert(),
    option("why", &SimilarSitesRequest::why, "reasons with each answer, at most")
        .up_to(kMostReasons),
    option("budget_ms", &SimilarSitesRequest::budget_ms, kBudgetHelp)
        .otherwise("no limit")
        .expert());

inline constexpr auto kWhatsRelatedOptions = options(
    option("top", &WhatsRelatedRequest::top, "number of related pages").from(1).up_to(kMostItems),
    option("sites", &WhatsRelatedRequest::sites,
           "number of similar sites, hubs, links and names; 0: none")
        .up_to(kMostItems),
    option("why", &WhatsRelatedRequest::why, "reasons with each related page, at most")
        .up_to(kMostReasons),
    option("only", &WhatsRelatedRequest::only, kOnlyHelp).words(kOnly).otherwise(kOnlyDefault),
    option("dead", &WhatsRelatedRequest::dead, kDeadHelp).words(kDead).otherwise("drop"),
    option("budget_ms", &WhatsRelatedRequest::budget_ms, kBudgetHelp)
        .otherwise("no limit")
        .expert());

}  // namespace cocite::api
