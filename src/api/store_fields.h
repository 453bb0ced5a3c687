// Fields of answers about a store, its pages, links, ranks and words, and of what can be asked.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <cocite/engine.h>

#include "api/related_fields.h"

namespace cocite::api {

inline constexpr std::array<std::string_view, 3> kMeantWords = {"address", "name", "host"};
inline constexpr Choice kMeantBy{"MeantBy", kMeantWords, "what of the page the text is"};
inline constexpr std::array<std::string_view, 3> kKindWords = {"count", "number", "word"};
inline constexpr Choice kParameterKind{"ParameterKind", kKindWords};

template <>
struct Describe<ColumnValue> {
  using S = ColumnValue;
  static constexpr std::string_view name = "PageColumn";
  static constexpr auto fields = table(
      field("name", &S::name), field("value", &S::value),
      field("percentile", &S::percentile, "of 100 pages, how many have a smaller value").finite());
};

template <>
struct Describe<PageInfo> {
  using S = PageInfo;
  static constexpr std::string_view name = "Page";
  static constexpr auto fields = table(
      base<PageRef>(), field("host", &S::host), field("out_links", &S::out_links),
      field("in_links", &S::in_links),
      field("crawled", &S::is_crawled, "fetched itself, not only linked to"),
      field("date", &S::date, "when it was fetched; empty: not known"),
      field("status", &S::status, "what the server said when a crawl asked last").if_any(),
      field("status_date", &S::status_date).if_any(), field("gone", &S::gone, kGoneHelp).if_any(),
      field("visits", &S::visits,
            "clicks of people to and from the page; left out if the store has none")
          .if_any(),
      field("ip", &S::ip, "address of the machine that it was fetched from").if_any(),
      field("language", &S::language), field("columns", &S::columns),
      field("text", &S::text, "its first words"));
};

template <>
struct Describe<LinkItem> {
  using S = LinkItem;
  static constexpr std::string_view name = "LinksItem";
  static constexpr auto fields =
      table(field("place", &S::place), base<PageRef>(),
            field("anchor", &S::anchor, "text of the link; empty: not known"),
            field("gone", &S::gone, kGoneHelp).if_any());
};

template <>
struct Describe<LinksAnswer> {
  using S = LinksAnswer;
  static constexpr std::string_view name = "Links";
  static constexpr auto fields =
      table(field("page", &S::page), field("in", &S::in),
            field("crawled", &S::is_crawled, "false: never fetched, so its links are not known"),
            field("total", &S::total), field("items", &S::items),
            field("next", &S::next, kNextHelp).if_any());
};

template <>
struct Describe<CompletionItem> {
  using S = CompletionItem;
  static constexpr std::string_view name = "CompletionItem";
  static constexpr auto fields = table(base<PageRef>(), field("in_links", &S::in_links));
};

template <>
struct Describe<CompletionAnswer> {
  using S = CompletionAnswer;
  static constexpr std::string_view name = "Completion";
  static constexpr auto fields =
      table(field("prefix", &S::prefix), field("matches", &S::matches),
            field("meant_by", &S::meant_by).words(kMeantBy).if_any(),
            field("meant", &S::meant, "the one page that the text names; left out if it names none")
                .if_any(),
            field("items", &S::items, "pages whose address begins with the text"),
            field("names", &S::names, "pages whose title, or link text, contains it"));
};

template <>
struct Describe<RankItem> {
  using S = RankItem;
  static constexpr std::string_view name = "RankItem";
  static constexpr auto fields =
      table(field("rank", &S::rank), field("score", &S::score).finite(), base<PageRef>(),
            field("gone", &S::gone, kGoneHelp).if_any(),
            field("mirrors", &S::mirrors,
                  "with mirrors=merge: its other addresses, on hosts that count as one")
                .if_any());
};

template <>
struct Describe<RankAnswer> {
  using S = RankAnswer;
  static constexpr std::string_view name = "Rank";
  static constexpr auto fields = table(
      field("by", &S::name), field("column", &S::column, "of the store; empty: computed just now"),
      field("about", &S::about, "how it was computed"), field("items", &S::items),
      field("next", &S::next, kNextHelp).if_any(), hidden(&S::run, &S::has_more));
};

template <>
struct Describe<RankPair> {
  using S = RankPair;
  static constexpr std::string_view name = "RankCorrelation";
  static constexpr auto fields = table(field("rank", &S::a), field("other", &S::b),
                                       field("kendall", &S::kendall, "tau-b; null: all tied"),
                                       field("spearman", &S::spearman, "rho; null: all tied"));
};

template <>
struct Describe<SnippetItem> {
  using S = SnippetItem;
  static constexpr std::string_view name = "Snippet";
  static constexpr auto fields = table(field("text", &S::text), field("match", &S::is_match));
};

template <>
struct Describe<SearchItem> {
  using S = SearchItem;
  static constexpr std::string_view name = "SearchItem";
  static constexpr auto fields =
      table(field("rank", &S::rank), field("score", &S::score).finite(), base<PageRef>(),
            field("gone", &S::gone, kGoneHelp).if_any(),
            field("matched", &S::matched, "false: found by links only"),
            field("in_links", &S::in_links), field("snippet", &S::snippet));
};

template <>
struct Describe<SearchAnswer> {
  using S = SearchAnswer;
  static constexpr std::string_view name = "Search";
  static constexpr auto fields =
      table(field("words", &S::words), field("model", &S::model),
            field("tf", &S::tf, "of vectors: count or log; empty for bm25"),
            field("rank", &S::rank), field("edges", &S::edges), field("content", &S::content),
            field("stem", &S::stem), field("unmatched", &S::unmatched, "words that no page has"),
            field("hosts", &S::hosts_on).words(kHostsCounted),
            field("complete", &S::is_complete, kCompleteHelp),
            field("nodes", &S::nodes, "of the neighbourhood, if pages are ranked by links"),
            field("edge_count", &S::edge_count), field("start", &S::start),
            field("items", &S::items), field("notes", &S::notes));
};

template <>
struct Describe<MethodParameter> {
  using S = MethodParameter;
  static constexpr std::string_view name = "MethodParameter";
  static constexpr auto fields = table(
      field("name", &S::name), field("default", &S::fallback), field("summary", &S::summary),
      field("choices", &S::choices, "separated by |; empty: any text, or a number"),
      field("kind", &S::kind).words(kParameterKind),
      field(
          "least",
          [](const S& one) {
            return one.kind == ParameterKind::kWord ? std::nullopt : std::optional(one.least);
          },
          "of a count or number")
          .finite()
          .if_any(),
      field("most",
            [](const S& one) {
              return one.kind == ParameterKind::kWord ? std::nullopt : std::optional(one.most);
            })
          .finite()
          .if_any(),
      hidden(&S::least, &S::most, &S::is_flag, &S::is_local));
};

template <>
struct Describe<MethodItem> {
  using S = MethodItem;
  static constexpr std::string_view name = "Method";
  static constexpr auto fields =
      table(field("name", &S::name), field("summary", &S::summary), field("paper", &S::paper),
            field("chops", &S::chops, "a page without evidence gives way to one nearer the root"),
            field("parameters", &S::parameters), hidden(&S::flags));
};

template <>
struct Describe<RankKind> {
  using S = RankKind;
  static constexpr std::string_view name = "RankKind";
  static constexpr auto fields =
      table(field("name", &S::name), field("summary", &S::summary), field("paper", &S::paper),
            field("needs_pages", &S::needs_pages), hidden(&S::is_iterated, &S::has_epsilon));
};

template <>
struct Describe<InsightItem> {
  using S = InsightItem;
  static constexpr std::string_view name = "InsightKind";
  static constexpr auto fields =
      table(field("name", &S::name), field("summary", &S::summary), field("paper", &S::paper),
            field("about", &S::about, "what it is asked about; empty: the whole store"),
            field("parameters", &S::parameters),
            hidden(&S::needs_about, &S::about_help, &S::can_save, &S::is_heavy, &S::examples,
                   &S::columns));
};

template <>
struct Describe<MethodsAnswer> {
  using S = MethodsAnswer;
  static constexpr std::string_view name = "Methods";
  static constexpr auto fields = table(field("methods", &S::methods), field("ranks", &S::ranks),
                                       field("insights", &S::insights));
};

}  // namespace cocite::api
