// One table of fields for each answer: what JSON, schemas, TypeScript and Python know about it.
//
//   template <> struct Describe<NameItem> {
//     static constexpr std::string_view name = "LinkText";
//     static constexpr auto fields = table(field("text", &NameItem::text),
//                                          field("links", &NameItem::links, "links with this text"));
//   };
//   for_each_field<NameItem>([](const auto& one) { one.name; one.help; });
//
// A member without a line in its table does not compile. What is shown but is not a member is a
// function of the struct; members that are not shown are hidden(). Constants: any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace cocite::api {

// The words for a value with a few meanings. Its schema has a name, so that generated clients have
// one type for it.
struct Choice {
  std::string_view name;                    // "HostsCounted"
  std::span<const std::string_view> words;  // by the value: of a bool first false, then true
  std::string_view help = {};
};

// One field of an answer.
template <class Get>
struct Field {
  std::string_view name;
  Get get;  // a pointer to a member, or a function of the struct
  std::string_view help = {};
  const Choice* choice = nullptr;
  bool is_optional = false;   // left out if it is empty, zero or false
  bool is_finite = false;     // a number that is never null
  bool is_flattened = false;  // a struct: its fields as name, name_low, name_high
  bool is_embedded = false;   // a struct: its fields as if they were fields of this one
  size_t members = 0;         // of the struct, that it stands for

  [[nodiscard]] constexpr Field if_any() const {
    Field changed = *this;
    changed.is_optional = true;
    return changed;
  }
  [[nodiscard]] constexpr Field finite() const {
    Field changed = *this;
    changed.is_finite = true;
    return changed;
  }
  [[nodiscard]] constexpr Field flattened() const {
    Field changed = *this;
    changed.is_flattened = true;
    return changed;
  }
  [[nodiscard]] constexpr Field words(const Choice& words) const {
    Field changed = *this;
    changed.choice = &words;
    return changed;
  }
};

template <class Get>
[[nodiscard]] constexpr Field<Get> field(std::string_view name, Get get,
                                         std::string_view help = {}) {
  return {
      .name = name, .get = get, .help = help, .members = std::is_member_pointer_v<Get> ? 1U : 0U};
}
// A struct whose fields are shown as fields of this one: a base, or what a function returns.
template <class Get>
[[nodiscard]] constexpr Field<Get> embedded(Get get, size_t members = 1) {
  return {.name = {}, .get = get, .is_embedded = true, .members = members};
}
template <class Base>
[[nodiscard]] constexpr auto base() {
  return embedded([](const Base& whole) -> const Base& { return whole; });
}
// Members that no edge shows, each named.
struct Hidden {
  size_t members = 0;
};
template <class... Get>
[[nodiscard]] constexpr Hidden hidden(Get... /*members*/) {
  return {.members = sizeof...(Get)};
}

template <class... Fields>
[[nodiscard]] constexpr std::tuple<Fields...> table(Fields... fields) {
  return {fields...};
}

// Specialised for each struct, in the *_fields.h beside this file.
template <class S>
struct Describe;
template <class S>
concept Described = requires {
  Describe<S>::fields;
};

namespace detail {
struct Any {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): stands for any member
};
// How many members an aggregate has, its base among them.
template <class S, class... A>
consteval size_t members() {
  if constexpr (requires { S{A{}..., Any{}}; }) {
    return members<S, A..., Any>();
  } else {
    return sizeof...(A);
  }
}
template <class S>
consteval size_t described_members() {
  return std::apply([](const auto&... one) { return (size_t{0} + ... + one.members); },
                    Describe<S>::fields);
}
}  // namespace detail

// Calls use(field) for each that is shown; embedded structs as one field.
template <Described S, class Use>
constexpr void for_each_field(Use&& use) {
  static_assert(detail::members<S>() == detail::described_members<S>(),
                "a member of this struct has no line in its table of fields");
  const auto shown = [&](const auto& one) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(one)>, Hidden>) use(one);
  };
  std::apply([&](const auto&... one) { (shown(one), ...); }, Describe<S>::fields);
}

template <class S, class Get>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<const Get&, const S&>>;

}  // namespace cocite::api
