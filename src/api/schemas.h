// Schemas of described answers (describe.h) and of what these refer to, as JSON.
//
//   Schemas all;
//   all.add<NameItem>();
//   all.take();              // "\"LinkText\": {\"type\": \"object\", ...}"
//
// Heavy. One thread.
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/describe.h"
#include "api/json_writer.h"
#include "api/put_answer.h"

namespace cocite::api {

namespace detail {
template <class T>
struct ElementOf {};
template <class T>
struct ElementOf<std::vector<T>> {
  using type = T;
};
template <class T>
struct ElementOf<std::optional<T>> {
  using type = T;
};
}  // namespace detail

// Schemas in the order in which they are met, each name once.
class Schemas {
 public:
  template <class Answer>
  void add() {
    if constexpr (IsFreeForm<Answer>) {
      define(FreeForm<Answer>::name, [] { return std::string(FreeForm<Answer>::schema); });
    } else {
      define(Describe<Answer>::name, [this] { return object<Answer>(); });
    }
  }

  [[nodiscard]] std::string take() {
    std::string text;
    for (const std::string& name : order_) {
      text += (text.empty() ? "\n" : ",\n") + JsonWriter().value(name).take() + ": " + made_[name];
    }
    return text;
  }

 private:
  template <class Make>
  void define(std::string_view name, const Make& make) {
    if (!known_.insert(std::string(name)).second) return;
    order_.emplace_back(name);
    made_[std::string(name)] = make();
  }

  static std::string reference(std::string_view name) {
    return R"({"$ref": "#/components/schemas/)" + std::string(name) + "\"}";
  }
  // {"type": TYPE} with its description.
  static std::string plain(std::string_view type, std::string_view help) {
    std::string text = "{\"type\": " + std::string(type);
    if (!help.empty()) text += ", \"description\": " + JsonWriter().value(help).take();
    return text + '}';
  }

  std::string words(const Choice& choice) {
    define(choice.name, [&] {
      JsonWriter json;
      json.begin('{').field("type", "string").key("enum").begin('[');
      for (const std::string_view word : choice.words) json.value(word);
      json.end(']');
      if (!choice.help.empty()) json.field("description", choice.help);
      return json.end('}').take();
    });
    return reference(choice.name);
  }

  template <class Value, class Field>
  std::string value(const Field& one, std::string_view help) {
    if (one.choice != nullptr) return words(*one.choice);
    if constexpr (IsFreeForm<Value>) {
      add<Value>();
      return reference(FreeForm<Value>::name);
    } else if constexpr (std::same_as<Value, std::vector<std::pair<std::string, uint64_t>>>) {
      return plain("\"object\"", help);
    } else if constexpr (requires { typename detail::ElementOf<Value>::type; }) {
      using Element = typename detail::ElementOf<Value>::type;
      if constexpr (std::same_as<Value, std::optional<Element>>) {
        return value<Element>(one, help);
      } else {
        std::string list = plain("\"array\"", help);
        list.pop_back();
        return list + ", \"items\": " + value<Element>(one, "") + '}';
      }
    } else if constexpr (std::same_as<Value, std::pair<uint64_t, uint64_t>>) {
      return R"({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})";
    } else if constexpr (Described<Value>) {
      add<Value>();
      return reference(Describe<Value>::name);
    } else if constexpr (std::same_as<Value, bool>) {
      return plain("\"boolean\"", help);
    } else if constexpr (std::floating_point<Value>) {
      return plain(one.is_finite ? "\"number\"" : R"(["number", "null"])", help);
    } else if constexpr (std::integral<Value>) {
      return plain("\"integer\"", help);
    } else {
      return plain("\"string\"", help);
    }
  }

  struct Properties {
    std::string all = {};
    std::string required = {};
  };

  template <class S>
  void properties(Properties& found, const std::string& prefix) {
    bool is_first = true;
    for_each_field<S>([&](const auto& one) {
      using Value = ValueOf<S, decltype(one.get)>;
      if constexpr (Described<Value>) {
        if (one.is_embedded) return properties<Value>(found, prefix);
        if (one.is_flattened) return properties<Value>(found, std::string(one.name));
      }
      std::string name(one.name);
      if (!prefix.empty()) name = std::exchange(is_first, false) ? prefix : prefix + '_' + name;
      const std::string quoted = JsonWriter().value(name).take();
      found.all += (found.all.empty() ? "" : ", ") + quoted + ": " + value<Value>(one, one.help);
      if (!one.is_optional) found.required += (found.required.empty() ? "" : ", ") + quoted;
    });
  }

  template <class S>
  std::string object() {
    Properties found;
    properties<S>(found, "");
    return R"({"type": "object", "required": [)" + found.required + R"(], "properties": {)" +
           found.all + "}}";
  }

  std::set<std::string> known_;
  std::vector<std::string> order_;
  std::map<std::string, std::string> made_;
};

}  // namespace cocite::api
