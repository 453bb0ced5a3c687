// Errors of the library as exceptions of Python, one class a kind.
//
//   Engine engine = value_or_raise(Engine::open(path));
//
// With the GIL held.
#pragma once

#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>

#include <cocite/result.h>

namespace cocite::python {

namespace nb = nanobind;

// {"not_found": cocite.NotFound, ...}: called as class(text, about, nearest).
void set_errors(nb::dict classes);
[[noreturn]] void raise(const Error& error);

template <class Value>
Value value_or_raise(Result<Value> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<Value>) return *std::move(result);
}

}  // namespace cocite::python
