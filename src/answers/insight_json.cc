// Insights, whatever they are: each table under its name, its rows as objects.
#include <limits>
#include <string>
#include <variant>

#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;

void put_value(AnswerWriter& json, const InsightValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    json.value(std::numeric_limits<double>::quiet_NaN());  // null
  } else if (const auto* count = std::get_if<uint64_t>(&value)) {
    json.value(*count);
  } else if (const auto* number = std::get_if<double>(&value)) {
    json.value(*number);
  } else {
    json.value(std::string_view(std::get<std::string>(value)));
  }
}

}  // namespace

void put(answers::AnswerWriter& json, const InsightAnswer& answer) {
  json.begin('{').field("insight", answer.name).key("facts").begin('{');
  for (const auto& [name, value] : answer.facts) {
    json.key(name);
    put_value(json, value);
  }
  json.end('}').key("notes").begin('[');
  for (const std::string& note : answer.notes) json.value(std::string_view(note));
  json.end(']');
  for (const InsightTable& table : answer.tables) {
    json.line().key(table.name).begin('[');
    for (const InsightRow& row : table.rows) {
      json.line().begin('{');
      for (size_t i = 0; i < row.size(); ++i) {
        json.key(table.columns[i]);
        put_value(json, row[i]);
      }
      json.end('}');
    }
    json.line().end(']');
  }
  json.end('}');
}

}  // namespace cocite
