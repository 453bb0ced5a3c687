// Fields of answers about related pages and sites.
#pragma once

#include <array>
#include <string_view>

#include <cocite/query.h>

#include "api/describe.h"

namespace cocite::api {

inline constexpr std::array<std::string_view, 2> kOffOn = {"off", "on"};
inline constexpr Choice kHostsCounted{"HostsCounted", kOffOn,
                                      "on: links within a host counted less"};
inline constexpr std::array<std::string_view, 2> kAnyCrawled = {"any", "crawled"};
inline constexpr Choice kPagesListed{"PagesListed", kAnyCrawled,
                                     "crawled: pages that were never fetched are left out"};
inline constexpr std::array<std::string_view, 4> kSiteReasonWords = {"parents", "children",
                                                                     "links-to", "linked-from"};
inline constexpr Choice kSiteReasonKind{"SiteReasonKind", kSiteReasonWords};
inline constexpr std::array<std::string_view, 4> kStatusWords = {"alive", "gone", "failing",
                                                                 "unknown"};
inline constexpr Choice kPageStatus{"PageStatus", kStatusWords};

inline constexpr std::string_view kWithHelp = "what took part: links, text, visits";
inline constexpr std::string_view kTunedHelp =
    "what 'cocite tune' learned about the store, if it counts in this answer";
inline constexpr std::string_view kCompleteHelp = "false: the time budget ended it";
inline constexpr std::string_view kNextHelp =
    "the list goes on: repeat the request with cursor= this text; left out at its end";
inline constexpr std::string_view kGoneHelp = "the day since when it is gone; left out otherwise";

template <>
struct Describe<PageRef> {
  static constexpr std::string_view name = "PageRef";
  static constexpr auto fields = table(
      field("key", &PageRef::key), field("url", &PageRef::url), field("title", &PageRef::title),
      field("called", &PageRef::called,
            "if it has no title: the anchor text that most hosts use, else empty"));
};

template <>
struct Describe<RelatedAnswer::Page> {
  using S = RelatedAnswer::Page;
  static constexpr std::string_view name = "Asked";
  static constexpr auto fields =
      table(field("asked", &S::asked, "as the request has it"), base<PageRef>(),
            field("copies", &S::copies, "near-copies, which are not listed as answers").if_any());
};

template <>
struct Describe<ReasonItem> {
  using S = ReasonItem;
  static constexpr std::string_view name = "Reason";
  static constexpr auto fields = table(
      field("kind", &S::kind), field("amount", &S::amount, "what it adds to the score").finite(),
      base<PageRef>(),
      field("distance", &S::distance, "places between the two links on the page; 0: not known"),
      field("word", &S::word, "kind word: that both pages have").if_any(),
      field("clicks_to", &S::clicks_to,
            "kind visits: how often people went from the page asked about to the answer")
          .if_any(),
      field("clicks_from", &S::clicks_from, "kind visits: and back").if_any(),
      field("anchor", &S::anchor, "text of the link; left out if not known").if_any(),
      field("page_anchor", &S::page_anchor,
            "text of the link to, or of, the page asked about; left out if not known")
          .if_any(),
      field("about", &S::about, "with several pages asked about: the key of the one meant")
          .if_any());
};

template <>
struct Describe<RelatedItem> {
  using S = RelatedItem;
  static constexpr std::string_view name = "Item";
  static constexpr auto fields = table(
      field("rank", &S::rank), field("score", &S::score).finite(), base<PageRef>(),
      field("gone", &S::gone, kGoneHelp).if_any(),
      field("date", &S::date, "the day when it was fetched; left out if not known").if_any(),
      field("language", &S::language, "as it declares it; left out if not known").if_any(),
      field("flagged", &S::flagged, "backed only by pages without in-links; left out otherwise")
          .if_any(),
      field("unjudged", &S::unjudged,
            "content_filter could not judge it, since it has no title and no text; left out "
            "otherwise")
          .if_any(),
      field("copies", &S::copies, "near-copies folded into it").if_any(),
      field("mirrors", &S::mirrors,
            "with mirrors=merge: its other addresses, on hosts that count as one")
          .if_any(),
      field("why", &S::why, "the reasons in sentences, the strongest first").if_any(),
      field("reasons", &S::reasons).if_any());
};

template <>
struct Describe<RelatedAnswer> {
  using S = RelatedAnswer;
  static constexpr std::string_view name = "Related";
  static constexpr auto fields =
      table(field("by", &S::by), field("pages", &S::pages), field("with", &S::with, kWithHelp),
            field("tuned", &S::tuned, kTunedHelp).if_any(),
            field("hosts", &S::hosts_on).words(kHostsCounted),
            field("only", &S::only_crawled).words(kPagesListed),
            field("complete", &S::is_complete, kCompleteHelp), field("notes", &S::notes),
            field("items", &S::items), hidden(&S::has_flags));
};

template <>
struct Describe<ExplainAnswer> {
  using S = ExplainAnswer;
  static constexpr std::string_view name = "Explain";
  static constexpr auto fields =
      table(field("by", &S::by), field("page", &S::page, "the first that was asked about"),
            field("pages", &S::pages, "if several were asked about: all of them").if_any(),
            field("answer", &S::answer), field("score", &S::score).finite(),
            field("with", &S::with, kWithHelp), field("tuned", &S::tuned, kTunedHelp).if_any(),
            field("why", &S::why), field("reasons", &S::reasons),
            field("next", &S::next, kNextHelp).if_any());
};

template <>
struct Describe<CompareAnswer::Method> {
  using S = CompareAnswer::Method;
  static constexpr std::string_view name = "CompareMethod";
  static constexpr auto fields =
      table(field("by", &S::by), field("ms", &S::ms).finite(),
            field("complete", &S::is_complete, kCompleteHelp),
            field("why_none", &S::error, "why it has no answers; empty: it has"),
            field("with", &S::with, kWithHelp), field("tuned", &S::tuned, kTunedHelp).if_any(),
            field("items", &S::items));
};

template <>
struct Describe<CompareAnswer::Pair> {
  using S = CompareAnswer::Pair;
  static constexpr std::string_view name = "ComparePair";
  static constexpr auto fields =
      table(field("one", &S::one), field("other", &S::other),
            field("shared", &S::shared, "answers that both have"),
            field("overlap", &S::overlap, "the same as a share of the answers asked for").finite(),
            field("tau", &S::tau, "Kendall's tau-b of the two lists"));
};

template <>
struct Describe<CompareAnswer::Agreed> {
  using S = CompareAnswer::Agreed;
  static constexpr std::string_view name = "CompareAgreed";
  static constexpr auto fields =
      table(field("mean_rank", &S::mean_rank).finite(),
            embedded([](const S& agreed) -> const PageRef& { return agreed.item; }),
            field("by", &S::methods));
};

template <>
struct Describe<CompareAnswer> {
  using S = CompareAnswer;
  static constexpr std::string_view name = "Compare";
  static constexpr auto fields =
      table(field("pages", &S::pages), field("hosts", &S::hosts_on).words(kHostsCounted),
            field("methods", &S::methods), field("pairs", &S::pairs),
            field("agreed", &S::agreed, "by number of methods, then by mean rank"));
};

template <>
struct Describe<TraceStep> {
  using S = TraceStep;
  static constexpr std::string_view name = "TraceStep";
  static constexpr auto fields = table(field("step", &S::step), field("discovered", &S::discovered),
                                       field("new", &S::fresh, "of these, not known before"),
                                       field("kept", &S::kept, "of these, after the trim"),
                                       field("total", &S::total, "pages known after it"));
};

template <>
struct Describe<TraceAnswer> {
  using S = TraceAnswer;
  static constexpr std::string_view name = "Trace";
  static constexpr auto fields = table(field("pages", &S::pages), field("steps", &S::steps));
};

template <>
struct Describe<VicinityAnswer::Node> {
  using S = VicinityAnswer::Node;
  static constexpr std::string_view name = "VicinityNode";
  static constexpr auto fields =
      table(field("id", &S::id), base<PageRef>(),
            field("shown_as", &S::shown_as, "the node that it was merged into"));
};

template <>
struct Describe<VicinityAnswer> {
  using S = VicinityAnswer;
  static constexpr std::string_view name = "Vicinity";
  static constexpr auto fields =
      table(field("pages", &S::pages), field("nodes", &S::nodes), field("edges", &S::edges),
            field("merged", &S::merged, "nodes that disappeared by merging"),
            field("hosts", &S::hosts_on).words(kHostsCounted));
};

template <>
struct Describe<LliAnswer::Item> {
  using S = LliAnswer::Item;
  static constexpr std::string_view name = "LliItem";
  static constexpr auto fields =
      table(field("side", &S::side, "back: found by parents; forward: by children"),
            field("similarity", &S::similarity, "its LLI score on this side"),
            field("count", &S::count, "merged neighbours that have it"),
            field("bcp", &S::bcp, "the same as a share of all merged neighbours"),
            field("dd", &S::dd, "1 minus its neighbours' share of all bd"), base<PageRef>());
};

template <>
struct Describe<LliAnswer::Neighbour> {
  using S = LliAnswer::Neighbour;
  static constexpr std::string_view name = "LliNeighbour";
  static constexpr auto fields =
      table(field("side", &S::side), field("bd", &S::bd, "share of the side's pages that it has"),
            field("members", &S::members, "pages that were merged into it"), base<PageRef>());
};

template <>
struct Describe<LliAnswer::Side> {
  using S = LliAnswer::Side;
  static constexpr std::string_view name = "LliSide";
  static constexpr auto fields =
      table(field("rank", &S::rank, "singular values above 1e-10 of the largest"),
            field("k", &S::k, "of these, how many are kept"),
            field("sigma", &S::sigma, "these, the largest first"));
};

template <>
struct Describe<LliAnswer> {
  using S = LliAnswer;
  static constexpr std::string_view name = "Lli";
  static constexpr auto fields =
      table(field("page", &S::page), field("hosts", &S::hosts_on).words(kHostsCounted),
            field("back", &S::back, "singular values of the matrix of parents"),
            field("forward", &S::forward, "singular values of the matrix of children"),
            field("notes", &S::notes, "where no singular value is left out").if_any(),
            field("items", &S::items), field("neighbours", &S::neighbours),
            field("next", &S::next, kNextHelp).if_any());
};

template <>
struct Describe<SiteReason> {
  using S = SiteReason;
  static constexpr std::string_view name = "SiteReason";
  static constexpr auto fields = table(
      field("kind", &S::kind).words(kSiteReasonKind),
      field("sites", &S::sites, "number of sites of this kind"),
      field("site", &S::site, "the strongest of them"),
      field("pages", &S::pages, "pages behind the link to, or of, the site asked about"),
      field("other_pages", &S::other_pages, "the same for the answer"),
      field("page", &S::page, "an example"), field("links_to", &S::links_to),
      field("page_too", &S::page_too, "if no one page has both links: the page with the second"),
      field("links_to_too", &S::links_to_too));
};

template <>
struct Describe<SimilarSite> {
  using S = SimilarSite;
  static constexpr std::string_view name = "SimilarSite";
  static constexpr auto fields = table(
      field("rank", &S::rank), field("score", &S::score).finite(), field("site", &S::site),
      base<PageRef>(), field("pages", &S::pages, "pages of it in the store"),
      field("linked_from", &S::linked_from, "sites that link to it"),
      field(
          "gone", &S::gone,
          "the day since when every page of it that a crawl asked for is gone; left out otherwise")
          .if_any(),
      field("flagged", &S::flagged, "backed only by sites without in-links; left out otherwise")
          .if_any(),
      field("copies", &S::copies, "near-copies folded into it").if_any(), field("why", &S::why),
      field("reasons", &S::reasons));
};

template <>
struct Describe<SimilarSitesAnswer> {
  using S = SimilarSitesAnswer;
  static constexpr std::string_view name = "SimilarSites";
  static constexpr auto fields =
      table(field("by", &S::by), field("sites", &S::sites, "those asked about"),
            field("with", &S::with, kWithHelp), field("complete", &S::is_complete, kCompleteHelp),
            field("notes", &S::notes), field("items", &S::items));
};

template <>
struct Describe<HubItem> {
  using S = HubItem;
  static constexpr std::string_view name = "Hub";
  static constexpr auto fields =
      table(base<PageRef>(), field("related", &S::related, "related pages that it links to"),
            field("links", &S::links, "links on it"));
};

template <>
struct Describe<NameItem> {
  using S = NameItem;
  static constexpr std::string_view name = "LinkText";
  static constexpr auto fields = table(field("text", &S::text), field("links", &S::links));
};

template <>
struct Describe<WhatsRelatedAnswer> {
  using S = WhatsRelatedAnswer;
  static constexpr std::string_view name = "WhatsRelated";
  static constexpr auto fields = table(
      field("page", &S::page), field("host", &S::host), field("in_links", &S::in_links),
      field("out_links", &S::out_links), field("crawled", &S::is_crawled),
      field("status", &S::status).words(kPageStatus),
      field("status_code", &S::status_code, "what the server said when a crawl asked last")
          .if_any(),
      field("status_date", &S::status_date).if_any(), field("gone", &S::gone, kGoneHelp).if_any(),
      field("with", &S::with, kWithHelp), field("tuned", &S::tuned, kTunedHelp).if_any(),
      field("related", &S::related), field("sites", &S::sites), field("hubs", &S::hubs),
      field("linked_from", &S::linked_from),
      field("names", &S::names, "texts of links to it, the most frequent first"),
      field("complete", &S::is_complete, kCompleteHelp),
      field("notes", &S::notes, "why something is missing"));
};

}  // namespace cocite::api
