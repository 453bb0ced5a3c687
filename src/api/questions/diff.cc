// What is in one store and not in the other.
#include <array>
#include <string_view>

#include <cocite/diff.h>

#include "api/described.h"
#include "api/diff_request.h"
#include "api/parts.h"
#include "api/related_fields.h"

namespace cocite::api {

inline constexpr std::array<std::string_view, 2> kAbsenceWords = {"absent", "not-fetched"};
inline constexpr Choice kAbsence{
    "Absence", kAbsenceWords,
    "absent: what would have it was fetched there too; not-fetched: nothing is known"};

template <>
struct Describe<DiffAnswer::Page> {
  using S = DiffAnswer::Page;
  static constexpr std::string_view name = "DiffPage";
  static constexpr auto fields =
      table(base<PageRef>(), field("state", &S::state, "in the other store").words(kAbsence));
};

template <>
struct Describe<DiffAnswer::Link> {
  using S = DiffAnswer::Link;
  static constexpr std::string_view name = "DiffLink";
  static constexpr auto fields =
      table(field("from", &S::from, "key of the page with the link"), field("to", &S::to),
            field("anchor", &S::anchor, "text of the link; left out if not known").if_any(),
            field("state", &S::state, "in the other store").words(kAbsence));
};

template <>
struct Describe<DiffAnswer::Pages> {
  using S = DiffAnswer::Pages;
  static constexpr std::string_view name = "DiffPages";
  static constexpr auto fields = table(
      field("only_old", &S::only_old, "pages that only the old store has"),
      field("only_new", &S::only_new, "pages that only the new store has"),
      field("only_old_total", &S::only_old_total), field("only_new_total", &S::only_new_total),
      field("in_both", &S::in_both, "number of pages in both"),
      field("gone", &S::gone, "in both, but only in the new store known to be gone (404, 410)"),
      field("gone_total", &S::gone_total));
};

template <>
struct Describe<DiffAnswer::Links> {
  using S = DiffAnswer::Links;
  static constexpr std::string_view name = "DiffLinks";
  static constexpr auto fields = table(
      field("only_old", &S::only_old, "links that only the old store has"),
      field("only_new", &S::only_new, "links that only the new store has"),
      field("only_old_total", &S::only_old_total), field("only_new_total", &S::only_new_total),
      field("in_both", &S::in_both, "number of links in both"));
};

template <>
struct Describe<DiffAnswer::Title> {
  using S = DiffAnswer::Title;
  static constexpr std::string_view name = "DiffTitle";
  static constexpr auto fields = table(field("key", &S::key), field("old_title", &S::old_title),
                                       field("new_title", &S::new_title));
};

template <>
struct Describe<DiffAnswer::Hosts> {
  using S = DiffAnswer::Hosts;
  static constexpr std::string_view name = "DiffHosts";
  static constexpr auto fields = table(
      field("only_old", &S::only_old, "hosts that only the old store has"),
      field("only_new", &S::only_new, "hosts that only the new store has"),
      field("only_old_total", &S::only_old_total), field("only_new_total", &S::only_new_total),
      field("in_both", &S::in_both, "number of hosts in both"));
};

template <>
struct Describe<DiffAnswer::Anchor> {
  using S = DiffAnswer::Anchor;
  static constexpr std::string_view name = "DiffAnchor";
  static constexpr auto fields =
      table(field("from", &S::from, "key of the page with the link"), field("to", &S::to),
            field("old_anchor", &S::old_anchor), field("new_anchor", &S::new_anchor));
};

template <>
struct Describe<DiffAnswer::Moved> {
  using S = DiffAnswer::Moved;
  static constexpr std::string_view name = "DiffMoved";
  static constexpr auto fields = table(
      field("key", &S::key), field("old_place", &S::old_place, "among the pages in both, from 1"),
      field("new_place", &S::new_place), field("old_score", &S::old_score).finite(),
      field("new_score", &S::new_score).finite());
};

inline constexpr std::array<std::string_view, 2> kRegroupedWords = {"split", "merged"};
inline constexpr Choice kRegrouped{"Regrouped", kRegroupedWords};

template <>
struct Describe<DiffAnswer::Regrouped> {
  using S = DiffAnswer::Regrouped;
  static constexpr std::string_view name = "DiffRegrouped";
  static constexpr auto fields =
      table(field("what", &S::what).words(kRegrouped),
            field("community", &S::community, "split: of the old store; merged: of the new one"),
            field("parts", &S::parts, "communities of the other store, the largest first"),
            field("pages", &S::pages, "pages that both have, of each part"));
};

template <>
struct Describe<DiffAnswer::Related> {
  using S = DiffAnswer::Related;
  static constexpr std::string_view name = "DiffRelated";
  static constexpr auto fields =
      table(field("key", &S::key),
            field("only_old", &S::only_old, "keys of pages that only the old store answers with"),
            field("only_new", &S::only_new, "keys of pages that only the new store answers with"),
            field("through", &S::through, "keys of pages that explain these answers"));
};

template <>
struct Describe<DiffAnswer> {
  using S = DiffAnswer;
  static constexpr std::string_view name = "Diff";
  static constexpr auto fields =
      table(field("pages", &S::pages), field("links", &S::links),
            field("titles", &S::titles, "pages in both whose titles differ"),
            field("titles_total", &S::titles_total), field("hosts", &S::hosts),
            field("anchors", &S::anchors, "links in both whose texts differ"),
            field("anchors_total", &S::anchors_total),
            field("ranked_by", &S::ranked_by, "the column of ranks; empty: not compared"),
            field("ranks", &S::ranks, "pages whose place moved most, the farthest first"),
            field("communities", &S::communities, "that split or merged, where both saved them"),
            field("related", &S::related, "pages whose related pages differ, if asked for"),
            field("notes", &S::notes));
};

namespace {

constexpr auto kDiffOptions = options(
    option("since", &DiffRequest::since,
           "only what pages say that the newer store fetched on this day or later, such as "
           "2026-05-01")
        .stands("DAY"),
    option("moved", &DiffRequest::moved, "pages listed whose place by rank moved most").up_to(1000),
    option("related", &DiffRequest::related,
           "compare the related pages of this many pages, at most: those with most changed links")
        .up_to(100));

}  // namespace

DiffRequest diff_request(const Arguments& arguments, const Limits& limits) {
  DiffRequest request{.other = arguments.text("other"),
                      .page = arguments.text("page"),
                      .top = arguments.count("top"),
                      .progress = limits.progress,
                      .stop = limits.stop};
  read_options(arguments, kDiffOptions, request);
  return request;
}

namespace {

Result<DiffAnswer> answer_client(const Engine& engine, const Arguments& arguments,
                                 const Limits& limits, const DiffRequest& request) {
  if (!limits.store_named) {
    return fail(ErrorCode::kUnsupported, "there is no other store here to compare with");
  }
  COCITE_TRY(const std::shared_ptr<const Engine> other, limits.store_named(request.other));
  COCITE_TRY(const Engine* graph, asked_graph(*other, arguments, {.makes = false}));
  return diff_stores(engine, *graph, request);
}

Result<Answer> answer_diff(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  const DiffRequest request = diff_request(arguments, limits);
  COCITE_TRY(DiffAnswer answer, limits.caller == Caller::kClient
                                    ? answer_client(engine, arguments, limits, request)
                                    : diff_stores(engine, request));
  return Answer{.content = described(std::move(answer))};
}

}  // namespace

Question diff_question() {
  return {.name = "diff",
          .summary = "compare two stores: what only one has, and what differs",
          .place = 150,
          .schema = "Diff",
          .described = schema_of<DiffAnswer>,
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                List page = page_parameter();
                page[0].is_required = false;
                page[0].help = "only the links of this page";
                return together(
                    {store_parameter(),
                     {{.name = "other",
                       .help = "the newer store; of a service, its name",
                       .is_required = true,
                       .shell = {.argument = "NEW",
                                 .help = "the newer store, a folder such as new.cocite"}}},
                     page,
                     top_parameter("100", "entries of each list, at most", "0"),
                     parameters_of(kDiffOptions),
                     {shell_file("html", "write a report for people into this file", "OUTPUT"),
                      shell_flag("force", "replace that file")}});
              },
          .answer = answer_diff,
          .command = "diff",
          .examples =
              "new.cocite\nnew.cocite www.example.com/a\nnew.cocite format=csv > changes.csv\n"
              "new.cocite related=20 html=changes.html"};
}

}  // namespace cocite::api
