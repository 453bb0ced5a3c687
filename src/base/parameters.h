// What a user may change about a method or an insight, by name.
//
//   constexpr ParameterInfo kParameters[] = {{"B", ParameterKind::kCount, "2000", "parents …"}};
//   COCITE_TRY(auto parameters, Parameters::make("my-method", kParameters, {{"B", "50"}}));
//   parameters.count("B") == 50
//
// Values; never change once made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/related_query.h>
#include <cocite/result.h>

namespace cocite {

struct ParameterInfo {
  std::string_view name;
  ParameterKind kind;
  std::string_view fallback;      // what it is unless the user says otherwise
  std::string_view summary;       // a line for the help
  std::string_view choices = {};  // kWord: "paper|exact"; empty: anything
  double least = 0;               // kCount, kNumber
  double most = kMostOfParameter;
  bool is_flag = false;   // kWord "on|off": an option without a value where options are typed
  bool is_local = false;  // names a file: not for requests from outside
};

// `text` as a number (0 for a word); kInvalidArgument, about the parameter, where it does not fit.
[[nodiscard]] Result<double> parameter_value(const ParameterInfo& info, std::string_view text);

// As the public header lists it.
[[nodiscard]] MethodParameter described(const ParameterInfo& info);

class Parameters {
 public:
  using Given = std::vector<std::pair<std::string, std::string>>;
  // kInvalidArgument for a name that is not in `infos`, or an invalid value; `method` is for the
  // message.
  [[nodiscard]] static Result<Parameters> make(std::string_view method,
                                               std::span<const ParameterInfo> infos,
                                               const Given& given);
  // REQUIRES (all): the method has a parameter of that name and kind.
  [[nodiscard]] uint64_t count(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] const std::string& word(std::string_view name) const;

 private:
  struct Value {
    double number = 0;
    std::string text;
  };
  [[nodiscard]] const Value& at(std::string_view name) const;

  std::span<const ParameterInfo> infos_;
  std::vector<Value> values_;
};

}  // namespace cocite
