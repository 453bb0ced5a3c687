// The options of a command, from a table of parameters (api/parameters.h), and what was given.
//
//   auto given = std::make_shared<Given>(question.parameters);
//   given->add_to(command);
//   ... when all have been read ...
//   COCITE_TRY(const api::Arguments arguments, given->check());
//
// Arguments come first, --on and --mirrors last. One thread, as command.h.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "api/parameters.h"
#include "cli/command.h"

namespace cocite::cli {

// "same_site" -> "--same-site"
[[nodiscard]] std::string option_name(std::string_view name);

class Given {
 public:
  // `known` must stay.
  explicit Given(const api::ParameterTable& known) : known_(&known) {}
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  // `this` must stay as long as the command.
  void add_to(Command& command);
  // The last one counts of what is not repeatable.
  void give(const std::string& name, const std::string& text);
  [[nodiscard]] Result<api::Arguments> check() const;

 private:
  struct Texts {
    const api::Parameter* parameter = nullptr;
    std::string one = {};
    std::vector<std::string> all = {};
    bool is_on = false;  // a flag
  };
  void add(Command& command, const api::Parameter& parameter);
  void add_argument(Command& command, const api::Parameter& parameter);

  const api::ParameterTable* known_;
  std::deque<Texts> texts_;  // where they are, command lines fill them in
  api::Pairs pairs_;         // of what is checked at once
};

}  // namespace cocite::cli
