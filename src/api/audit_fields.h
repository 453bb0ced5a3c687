// Fields of an audit.
#pragma once

#include <string_view>

#include <cocite/audit.h>

#include "api/related_fields.h"

namespace cocite::api {

template <>
struct Describe<AuditLink> {
  using S = AuditLink;
  static constexpr std::string_view name = "AuditLink";
  static constexpr auto fields = table(
      base<PageRef>(),
      field("place", &S::place, "of the link on the page, from 1; left out: not known").if_any(),
      field("anchor", &S::anchor, "text of the link; empty: none, or not known"));
};

template <>
struct Describe<AuditItem> {
  using S = AuditItem;
  static constexpr std::string_view name = "AuditItem";
  static constexpr auto fields = table(
      field("page", &S::page, "the page that has the fault").if_any(),
      field("target", &S::target, "the page or address that links lead to").if_any(),
      field("why", &S::why, "what is wrong, in words"),
      field("text", &S::text, "of titles and anchors: the text itself").if_any(),
      field("instead", &S::instead, "where the link should lead").if_any(),
      field("from_total", &S::from_total, "how many pages have the link"),
      field("from", &S::from, "pages with the link, the first few"),
      field("pages_total", &S::pages_total, "how many other pages it is about").if_any(),
      field("pages", &S::pages, "copies, pages behind a bridge, other addresses: the first few")
          .if_any());
};

template <>
struct Describe<AuditFinding> {
  using S = AuditFinding;
  static constexpr std::string_view name = "AuditFinding";
  static constexpr auto fields =
      table(field("kind", &S::kind), field("title", &S::title),
            field("summary", &S::summary, "the finding in words; empty: not known"),
            field("advice", &S::advice, "why it pays to mend it, and how"),
            field("total", &S::total, "items that there are"),
            field("items", &S::items, "most important first"),
            field("unknown", &S::unknown, "what the store lacks to judge this; left out: nothing")
                .if_any(),
            field("notes", &S::notes).if_any());
};

template <>
struct Describe<AuditAnswer> {
  using S = AuditAnswer;
  static constexpr std::string_view name = "Audit";
  static constexpr auto fields =
      table(field("pages", &S::pages, "pages that were audited"),
            field("homes", &S::homes, "home pages, the first few"),
            field("total", &S::total, "items of all findings"),
            field("ignored", &S::ignored, "items that were accepted before"),
            field("old", &S::old, "items that the older store has, too"),
            field("complete", &S::is_complete, kCompleteHelp),
            field("findings", &S::findings, "in the order in which it pays to mend them"),
            field("notes", &S::notes));
};

}  // namespace cocite::api
