// What something may be asked with: checked, and refused as the command line would.
//
//   const std::vector<Parameter> known = {{.name = "top", .type = Type::kCount, .fallback = "10"}};
//   COCITE_TRY(Arguments arguments, Arguments::check(known, pairs, Caller::kHere));
//   arguments.count("top");
//
// "same-site" and "same_site" are the same name. Values; never change once made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/related_query.h>
#include <cocite/result.h>

namespace cocite::questions {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // name, value

// kSize: bytes, "512M", "1.5G".
enum class Type : uint8_t { kText, kCount, kNumber, kChoice, kFlag, kSize };

// Who asks: a client of a service, whose wishes have limits and who names no files; or a program on
// this machine, which may do what its user may.
enum class Caller : uint8_t { kClient, kHere };
// Whom a parameter is for.
enum class For : uint8_t { kAll, kClients, kHere };

struct Parameter {
  std::string name = {};
  Type type = Type::kText;
  std::string fallback = {};  // empty: none
  std::string help = {};
  std::vector<std::string> choices = {};  // kChoice
  uint64_t most = 0;  // for clients. kCount: the largest; repeatable: how often; 0: any
  bool is_repeatable = false;
  bool is_required = false;
  bool may_be_file = false;  // kChoice: here, also the name of a file
  For whom = For::kAll;
  std::optional<MethodParameter> of_method = {};  // what it may be, instead of all this
};

class Arguments {
 public:
  // `known` must stay.
  [[nodiscard]] static Result<Arguments> check(std::span<const Parameter> known, Pairs given,
                                               Caller caller = Caller::kClient);

  [[nodiscard]] bool has(std::string_view name) const;  // given, not only its default
  // REQUIRES (all): a parameter of that name and type is known.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] uint64_t count(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] uint64_t size(std::string_view name) const;  // in bytes; 0: not given
  [[nodiscard]] bool flag(std::string_view name) const;

  // What was asked, the same text for whatever means the same: in the order of the table, without
  // what only repeats a default. For keys of caches.
  [[nodiscard]] std::string canonical() const;

 private:
  struct Argument {
    const Parameter* parameter = nullptr;
    std::string value = {};
  };
  std::span<const Parameter> known_ = {};
  std::vector<Argument> given_;
};

[[nodiscard]] bool is_for(const Parameter& parameter, Caller caller);

}  // namespace cocite::questions
