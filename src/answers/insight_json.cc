// Insights, whatever they are: each table under its name, its rows as objects.
#include <string>
#include <variant>

#include <cocite/json.h>

#include "answers/json_writer.h"

namespace cocite {
namespace {

using answers::JsonWriter;

void put(JsonWriter& json, const InsightValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    json.raw("null");
  } else if (const auto* count = std::get_if<uint64_t>(&value)) {
    json.value(*count);
  } else if (const auto* number = std::get_if<double>(&value)) {
    json.value(*number);
  } else {
    json.value(std::string_view(std::get<std::string>(value)));
  }
}

}  // namespace

std::string to_json(const InsightAnswer& answer) {
  JsonWriter json;
  json.begin('{').field("insight", answer.name).key("facts").begin('{');
  for (const auto& [name, value] : answer.facts) {
    json.key(name);
    put(json, value);
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
        put(json, row[i]);
      }
      json.end('}');
    }
    json.line().end(']');
  }
  return json.end('}').take();
}

}  // namespace cocite
