// One line for each option of a request: its name, where it goes, what it says of itself.
//
//   inline constexpr auto kLinksOptions = options(
//       option("in", &LinksOptions::in, "list the pages that link to it instead"),
//       option("dead", &LinksOptions::dead, "pages that are gone").words(kDeadPages));
//
// The same line is a parameter over HTTP and in Python (api/from_options.h) and an option of the
// command line (cli/from_options.h); its default is the member of a request that was just made. Words
// of a Choice stand for values in their order. Constants: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "api/describe.h"

namespace cocite::api {

// Who sees an option: all, only programs on this machine (it names files or takes hours).
enum class Audience : uint8_t { kEveryone, kHere };
// Where help lists it.
enum class Level : uint8_t { kEveryday, kExpert };

template <class S, class M>
struct Option {
  using Request = S;
  using Value = M;

  std::string_view name;  // "same_site": same_site=… over HTTP and in Python, same-site in a shell
  M S::*member;
  std::string_view help = {};
  const Choice* choice = nullptr;
  std::vector<std::string> (*known)() = nullptr;  // the words of a text, known when it runs
  std::string_view listed = {};                   // of a list of them: what each is
  std::string_view value = {};                    // what stands for the value in help: FILE, PAGE
  std::string_view fallback = {};  // the default in words, if it is more than a value
  std::string_view off = {};       // of a flag that is on: the option that turns it off, "no_text"
  uint64_t least = 0;
  uint64_t most = 0;     // for clients; 0: any
  bool is_firm = false;  // `most` holds for everyone
  bool is_size = false;  // bytes: 512M, 6G
  Audience audience = Audience::kEveryone;
  Level level = Level::kEveryday;

  [[nodiscard]] constexpr Option words(const Choice& words) const {
    Option changed = *this;
    changed.choice = &words;
    return changed;
  }
  [[nodiscard]] constexpr Option stands(std::string_view kind) const {
    Option changed = *this;
    changed.value = kind;
    return changed;
  }
  [[nodiscard]] constexpr Option otherwise(std::string_view text) const {
    Option changed = *this;
    changed.fallback = text;
    return changed;
  }
  [[nodiscard]] constexpr Option turned_off_by(std::string_view option) const {
    Option changed = *this;
    changed.off = option;
    return changed;
  }
  [[nodiscard]] constexpr Option from(uint64_t smallest) const {
    Option changed = *this;
    changed.least = smallest;
    return changed;
  }
  [[nodiscard]] constexpr Option up_to(uint64_t largest) const {
    Option changed = *this;
    changed.most = largest;
    return changed;
  }
  [[nodiscard]] constexpr Option between(uint64_t smallest, uint64_t largest) const {
    Option changed = from(smallest).up_to(largest);
    changed.is_firm = true;
    return changed;
  }
  // A text that is one of these, or a list of them with commas between; `what` each is: "method".
  [[nodiscard]] constexpr Option one_of(std::vector<std::string> (*names)(),
                                        std::string_view what = {}) const {
    Option changed = *this;
    changed.known = names;
    changed.listed = what;
    return changed;
  }
  [[nodiscard]] constexpr Option size() const {
    Option changed = *this;
    changed.is_size = true;
    return changed;
  }
  [[nodiscard]] constexpr Option here() const {
    Option changed = *this;
    changed.audience = Audience::kHere;
    return changed;
  }
  [[nodiscard]] constexpr Option expert() const {
    Option changed = *this;
    changed.level = Level::kExpert;
    return changed;
  }
};

template <class S, class M>
[[nodiscard]] constexpr Option<S, M> option(std::string_view name, M S::*member,
                                            std::string_view help) {
  return {.name = name, .member = member, .help = help};
}

template <class... Options>
[[nodiscard]] constexpr std::tuple<Options...> options(Options... all) {
  return {all...};
}

template <class Table, class Use>
constexpr void for_each_option(const Table& table, Use&& use) {
  std::apply([&](const auto&... one) { (use(one), ...); }, table);
}

}  // namespace cocite::api
