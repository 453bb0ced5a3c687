// Things that are found by name: the methods, ranks, insights, formats and orders that a .def file
// lists, in its order.
//
//   constexpr const MethodInfo* kAll[] = {&cocitation::kInfo, &companion::kInfo};
//   constexpr Registry<MethodInfo> kMethods("method", kAll);
//   COCITE_TRY(const MethodInfo* method, kMethods.find("companion"));
//
// A thing has a `name`, or several that names_of() in its own namespace returns. Constant; any
// number of threads.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite {

template <class Info>
[[nodiscard]] std::array<std::string_view, 1> names_of(const Info& info) {
  return {info.name};
}

template <class Info>
class Registry {
 public:
  // `what`: what messages call one of them. `about`: the option that names it (Error::about).
  constexpr Registry(std::string_view what, std::span<const Info* const> all,
                     std::string_view about = {})
      : what_(what), all_(all), about_(about) {}

  [[nodiscard]] constexpr std::span<const Info* const> all() const { return all_; }

  // kInvalidArgument lists the known names.
  [[nodiscard]] Result<const Info*> find(std::string_view name) const {
    std::string known;
    for (const Info* const info : all_) {
      for (const std::string_view one : names_of(*info)) {
        if (one == name) return info;
        known.append(known.empty() ? "" : ", ").append(one);
      }
    }
    return fail({.code = ErrorCode::kInvalidArgument,
                 .message = "there is no " + std::string(what_) + " '" + std::string(name) +
                            "'; there are " + known,
                 .about = std::string(about_)});
  }

 private:
  std::string_view what_;
  std::span<const Info* const> all_;
  std::string_view about_;
};

}  // namespace cocite
