// The arguments of a Python call, as the names and values that questions take.
//
//   Pairs pairs = pairs_of(question.parameters, args, kwargs);
//
// Positions are those of positional(); a trailing "_" is left out ("in_"); None is not given; lists
// are given once for each element; pages may be records of earlier answers. With the GIL held.
#pragma once

#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "api/parameters.h"

namespace cocite::python {

namespace nb = nanobind;

// What may be given without its name: what is required, or else the first.
[[nodiscard]] std::vector<const api::Parameter*> positional(const api::ParameterTable& parameters);
// Raises TypeError for values of other types.
[[nodiscard]] api::Pairs pairs_of(const api::ParameterTable& parameters, const nb::tuple& args,
                                  const nb::dict& kwargs);
// All values of one parameter, of which there may be very many.
[[nodiscard]] std::vector<std::string> texts_of(const api::Parameter& parameter, nb::handle values);

}  // namespace cocite::python
