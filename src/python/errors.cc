#include "python/errors.h"

#include <string>

#include "python/objects.h"

namespace cocite::python {
namespace {

// Never freed: Python may be gone before static objects are.
nb::dict& classes() {
  static nb::dict* const kept = new nb::dict();
  return *kept;
}

// top, 20 -> top=20; by, lli -> by="lli".
std::string spelled(std::string_view name, std::string_view value) {
  std::string text(name);
  for (char& c : text) c = c == '-' ? '_' : c;
  if (value.empty()) return text;
  const bool is_number = value.find_first_not_of("0123456789.") == std::string_view::npos;
  const std::string_view quote = is_number ? "" : "\"";
  return text.append("=").append(quote).append(value).append(quote);
}

}  // namespace

void set_errors(nb::dict given) {
  classes() = std::move(given);
}

void raise(const Error& error) {
  const nb::object kind = classes()[make_text(code_name(error.code))];
  nb::list nearest;
  for (const std::string& one : error.nearest) nearest.append(make_text(one));
  const nb::object made =
      kind(make_text(error_text(error, spelled)), make_text(error.about), nearest);
  PyErr_SetObject(kind.ptr(), made.ptr());
  throw nb::python_error();
}

}  // namespace cocite::python
