#include "api/free_form.h"

#include <limits>
#include <string>
#include <variant>

namespace cocite::api {
namespace {

void put_value(AnswerWriter& out, const InsightValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    out.value(std::numeric_limits<double>::quiet_NaN());  // null
  } else if (const auto* count = std::get_if<uint64_t>(&value)) {
    out.value(*count);
  } else if (const auto* number = std::get_if<double>(&value)) {
    out.value(*number);
  } else {
    out.value(std::string_view(std::get<std::string>(value)));
  }
}

}  // namespace

void FreeForm<std::vector<InfoItem>>::put(AnswerWriter& out, const std::vector<InfoItem>& items) {
  out.begin('{');
  for (const InfoItem& item : items) {
    out.line().key(item.name);
    std::visit([&](const auto& value) { out.value(value); }, item.value);
  }
  out.line().end('}');
}

void FreeForm<InsightAnswer>::put(AnswerWriter& out, const InsightAnswer& answer) {
  out.begin('{').field("insight", answer.name).key("facts").begin('{');
  for (const auto& [fact, value] : answer.facts) {
    out.key(fact);
    put_value(out, value);
  }
  out.end('}').key("notes").begin('[');
  for (const std::string& note : answer.notes) out.value(std::string_view(note));
  out.end(']');
  for (const InsightTable& one : answer.tables) {
    out.line().key(one.name).begin('[');
    for (const InsightRow& row : one.rows) {
      out.line().begin('{');
      for (size_t i = 0; i < row.size(); ++i) {
        out.key(one.columns[i]);
        put_value(out, row[i]);
      }
      out.end('}');
    }
    out.line().end(']');
  }
  if (!answer.next.empty()) out.field("next", std::string_view(answer.next));
  out.end('}');
}

void FreeForm<PagePlaces>::put(AnswerWriter& out, const PagePlaces& places) {
  const RankDifference& page = *places.page;
  out.begin('{');
  for (size_t i = 0; i < page.places.size(); ++i) {
    out.field(places.comparison->names[i], page.places[i]);
  }
  out.field("key", page.key).field("url", page.url).field("title", page.title);
  out.field("called", page.called).end('}');
}

}  // namespace cocite::api
