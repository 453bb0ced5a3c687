// What something may be asked with: checked, and refused as the command line would.
//
//   const ParameterTable known = {{.name = "top", .type = Type::kCount, .fallback = "10"}};
//   COCITE_TRY(Arguments arguments, Arguments::check(known, pairs, Caller::kHere));
//   arguments.count("top");
//
// "same-site" and "same_site" are the same name. Values; never change once made.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/related_query.h>
#include <cocite/result.h>

namespace cocite::api {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // name, value

// kSize: bytes, "512M", "1.5G".
enum class Type : uint8_t { kText, kCount, kNumber, kChoice, kFlag, kSize };

// The caller: a client of a service, whose wishes have limits and who names no files; a program on
// this machine, which may do what its user may; or the command line, which may do the same.
enum class Caller : uint8_t { kClient, kHere, kShell };
// Whom a parameter is for; kHere: command lines, too.
enum class For : uint8_t { kAll, kClients, kHere, kShell };

// How a command line has a parameter, where it differs.
struct InShell {
  std::string argument = {};  // "PAGE": it stands without its name
  std::string value = {};     // what stands for the value in help: FILE, NAME
  std::string help = {};      // instead of the other
  std::string fallback = {};  // instead of the other
  std::string off = {};       // of a flag that is on: the option that turns it off, "no_text"
  std::string listed = {};    // several may be given, with commas between them; each is a "rank"
  bool is_last = false;       // of several arguments the last; those before it are the others
  bool is_optional = false;   // required elsewhere: here something else may stand for it
  bool is_expert = false;     // listed only where all options are
  bool is_hidden = false;     // not there at all
};

struct Parameter {
  std::string name = {};
  Type type = Type::kText;
  std::string fallback = {};  // empty: none
  std::string help = {};
  std::vector<std::string> choices = {};  // kChoice
  uint64_t most = 0;              // for clients. kCount: the largest; repeatable: how often; 0: any
  uint64_t least = 0;             // kCount: the smallest
  bool is_firm = false;           // kCount: `most` holds for everyone
  bool may_be_zero_here = false;  // kCount: for programs on this machine 0 has a meaning of its own
  bool is_repeatable = false;
  bool is_required = false;
  bool may_be_file = false;  // kChoice: here, also the name of a file
  For whom = For::kAll;
  InShell shell = {};
  std::optional<MethodParameter> of_method = {};  // what it may be, instead of all this
};

// Parameters in the order of the documentation, found by their names at once: a question about
// related pages takes some sixty, and looks for twenty of them each time that it is asked.
class ParameterTable {
 public:
  using Make = std::function<std::vector<Parameter>()>;

  ParameterTable() : ParameterTable(std::vector<Parameter>()) {}
  ParameterTable(
      std::vector<Parameter> all);  // NOLINT(google-explicit-constructor): lists of groups
  ParameterTable(std::initializer_list<Parameter> all)
      : ParameterTable(std::vector<Parameter>(all)) {}
  // Made when it is first looked at: a command line looks at one of thirty.
  template <std::invocable Function>
  ParameterTable(Function make)  // NOLINT(google-explicit-constructor): .parameters = [] { ... }
      : later_(std::make_shared<Later>()) {
    later_->make = std::move(make);
  }

  [[nodiscard]] auto begin() const { return made().all.begin(); }
  [[nodiscard]] auto end() const { return made().all.end(); }
  [[nodiscard]] size_t size() const { return made().all.size(); }
  [[nodiscard]] bool empty() const { return made().all.empty(); }
  [[nodiscard]] const Parameter& operator[](size_t place) const { return made().all[place]; }

  // The first of this name, for whomever; nullptr: none.
  [[nodiscard]] const Parameter* find(std::string_view name) const;
  // The first that is for this caller.
  [[nodiscard]] const Parameter* find(std::string_view name, Caller caller) const;
  [[nodiscard]] size_t place_of(const Parameter& parameter) const {
    return static_cast<size_t>(&parameter - made().all.data());
  }
  [[nodiscard]] std::span<const uint32_t> required() const { return made().required; }  // places

 private:
  template <class Fits>
  const Parameter* find_if(std::string_view name, const Fits& fits) const;

  struct Made {
    std::vector<Parameter> all;
    std::vector<uint32_t> slots;  // by hash of the name; 0: free, else a place + 1
    std::vector<uint32_t> required;
  };
  struct Later {
    Make make;
    std::once_flag once;
    Made made;
  };
  static void index(Made& made);
  [[nodiscard]] const Made& made() const;

  std::shared_ptr<Later> later_;  // copies share it
};

class Arguments {
 public:
  // `known` must stay.
  [[nodiscard]] static Result<Arguments> check(const ParameterTable& known, Pairs given,
                                               Caller caller = Caller::kClient);
  static Result<Arguments> check(ParameterTable&& known, Pairs given, Caller caller) = delete;

  [[nodiscard]] bool has(std::string_view name) const;  // given, not only its default
  // Names and values of those that were given and are in `table`, too.
  [[nodiscard]] Pairs given_of(const ParameterTable& table) const;
  // REQUIRES (all): a parameter of that name and type is known.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] uint64_t count(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] uint64_t size(std::string_view name) const;  // in bytes; 0: not given
  [[nodiscard]] bool flag(std::string_view name) const;

  // What was asked, the same text for whatever means the same: in the order of the table, without
  // what only repeats a default. For keys of caches.
  [[nodiscard]] std::string canonical(std::initializer_list<std::string_view> without = {}) const;

 private:
  struct Argument {
    const Parameter* parameter = nullptr;
    std::string value = {};
  };
  const ParameterTable* known_ = nullptr;
  std::vector<Argument> given_;
};

[[nodiscard]] bool is_for(const Parameter& parameter, Caller caller);
// What is wrong with a value, if anything.
[[nodiscard]] Result<void> check_value(const Parameter& parameter, std::string_view value,
                                       Caller caller);

}  // namespace cocite::api
