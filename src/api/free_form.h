// Answers whose fields are known only when they are made: insights, facts about a store, and pages
// with a place in each of several ranks. They write themselves, and bring their schemas along.
//
//   FreeForm<InsightAnswer>::put(out, answer);
#pragma once

#include <string_view>
#include <vector>

#include <cocite/engine.h>

#include "api/answer_writer.h"
#include "api/put_answer.h"
#include "api/store_fields.h"

namespace cocite::api {

// A page and its place in each of several ranks.
struct PagePlaces {
  const RankComparison* comparison = nullptr;
  const RankDifference* page = nullptr;
};

template <>
struct FreeForm<std::vector<InfoItem>> {
  static constexpr std::string_view name = "Info";
  static constexpr std::string_view schema =
      R"({"type": "object", "required": ["pages", "links"], "additionalProperties": true, "properties": {"pages": {"type": "integer"}, "links": {"type": "integer"}}})";
  static void put(AnswerWriter& out, const std::vector<InfoItem>& items);
};

template <>
struct FreeForm<InsightAnswer> {
  static constexpr std::string_view name = "Insight";
  static constexpr std::string_view schema =
      R"({"type": "object", "required": ["insight", "facts", "notes", "items"], "description": "items: the answer; further tables follow under their names", "properties": {"insight": {"type": "string"}, "facts": {"type": "object"}, "notes": {"type": "array", "items": {"type": "string"}}, "items": {"type": "array", "items": {"type": "object"}}, "next": {"type": "string", "description": "the list goes on: repeat the request with cursor= this text; left out at its end"}}, "additionalProperties": {"type": "array", "items": {"type": "object"}}})";
  static void put(AnswerWriter& out, const InsightAnswer& answer);
};

template <>
struct FreeForm<PagePlaces> {
  static constexpr std::string_view name = "RankPlaces";
  static constexpr std::string_view schema =
      R"({"type": "object", "required": ["key", "url", "title", "called"], "properties": {"key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"type": "string"}}, "additionalProperties": {"type": "integer", "description": "the place in each rank"}})";
  static void put(AnswerWriter& out, const PagePlaces& places);
};

template <>
struct Describe<RankComparison> {
  using S = RankComparison;
  static constexpr std::string_view name = "RankComparison";
  static constexpr auto fields = table(field("correlations", &S::pairs),
                                       field("pages",
                                             [](const S& comparison) {
                                               std::vector<PagePlaces> pages;
                                               for (const RankDifference& page : comparison.pages) {
                                                 pages.push_back({&comparison, &page});
                                               }
                                               return pages;
                                             }),
                                       hidden(&S::names, &S::runs, &S::pages));
};

using StoreInfo = std::vector<InfoItem>;

}  // namespace cocite::api
