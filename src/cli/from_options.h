// Options of a command that is no question, from the table of a request's options (api/option.h).
//
//   add_options(command, api::kImportOptions, options->request);
//
// The request is filled in before the action runs. One thread, as command.h.
#pragma once

#include <memory>

#include "api/from_options.h"
#include "cli/command.h"
#include "cli/parameters.h"

namespace cocite::cli {

template <class Table, class Request>
void add_options(Command& command, const Table& table, Request& request) {
  if (!command.is_asked()) return;
  const auto known = std::make_shared<const api::ParameterTable>(api::parameters_of(table));
  const auto given = std::make_shared<Given>(*known);
  given->add_to(command);
  command.before([known, given, &table, &request]() -> Result<void> {
    COCITE_TRY(const api::Arguments arguments, given->check());
    api::read_options(arguments, table, request);
    return {};
  });
}

}  // namespace cocite::cli
