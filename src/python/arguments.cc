#include "python/arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace cocite::python {
namespace {

using api::Caller;
using api::Parameter;
using api::ParameterTable;

std::string text_of_str(nb::handle value) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text == nullptr) throw nb::python_error();  // surrogates
  return {text, static_cast<size_t>(size)};
}

std::string kind_of(nb::handle value) {
  return text_of_str(nb::object(value.type().attr("__name__")));
}

bool has_word(const Parameter& parameter, std::string_view word) {
  return std::ranges::find(parameter.choices, word) != parameter.choices.end();
}

std::string text_of_bool(const Parameter& parameter, bool is_true) {
  if (parameter.type == api::Type::kChoice && has_word(parameter, "on")) {
    return is_true ? "on" : "off";
  }
  return is_true ? "true" : "false";
}

std::string text_of_float(nb::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
  return {room.data(), end};
}

// Of a record: its address, or its key.
bool text_of_record(nb::handle value, std::string& text) {
  for (const char* name : {"url", "key"}) {
    const nb::object found = nb::getattr(value, name, nb::none());
    if (!PyUnicode_Check(found.ptr())) continue;
    text = text_of_str(found);
    if (!text.empty()) return true;
  }
  return false;
}

// One value, if it is one.
bool text_of(const Parameter& parameter, nb::handle value, std::string& text) {
  PyObject* const given = value.ptr();
  if (PyUnicode_Check(given)) {
    text = text_of_str(value);
    return true;
  }
  if (PyBool_Check(given)) {
    text = text_of_bool(parameter, given == Py_True);
    return true;
  }
  // An array can be asked for a number, too, but is a list.
  const bool is_list = PySequence_Check(given) != 0;
  if (!is_list && PyIndex_Check(given)) {
    const nb::object whole = nb::steal(PyNumber_Index(given));
    if (!whole.is_valid()) throw nb::python_error();
    text = text_of_str(nb::str(whole));
    return true;
  }
  if (PyFloat_Check(given)) {
    text = text_of_float(value);
    return true;
  }
  if (nb::hasattr(value, "__fspath__")) {
    const nb::object path = nb::steal(PyOS_FSPath(given));
    if (!path.is_valid()) throw nb::python_error();
    if (!PyUnicode_Check(path.ptr())) return false;
    text = text_of_str(path);
    return true;
  }
  if (text_of_record(value, text)) return true;
  if (!is_list && nb::hasattr(value, "__float__")) {
    text = text_of_float(value);
    return true;
  }
  return false;
}

[[noreturn]] void refuse(const Parameter& parameter, nb::handle value) {
  const std::string text =
      parameter.name + ": a " + kind_of(value) + " is no text, number, page or list of these";
  throw nb::type_error(text.c_str());
}

// Hands over one text after the other.
template <class Use>
void each_text(const Parameter& parameter, nb::handle value, const Use& use) {
  if (value.is_none()) return;
  std::string text;
  if (text_of(parameter, value, text)) return use(std::move(text));
  const nb::object iterator = nb::steal(PyObject_GetIter(value.ptr()));
  if (!iterator.is_valid() || PyBytes_Check(value.ptr())) {
    PyErr_Clear();
    refuse(parameter, value);
  }
  while (true) {
    const nb::object one = nb::steal(PyIter_Next(iterator.ptr()));
    if (!one.is_valid()) break;
    std::string each;
    if (!text_of(parameter, one, each)) refuse(parameter, one);
    use(std::move(each));
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

void add(const Parameter& parameter, nb::handle value, api::Pairs& pairs) {
  each_text(parameter, value,
            [&](std::string text) { pairs.emplace_back(parameter.name, std::move(text)); });
}

}  // namespace

std::vector<const Parameter*> positional(const ParameterTable& parameters) {
  const auto is_one = [](const Parameter& parameter) {
    return is_for(parameter, Caller::kHere) && parameter.name != "on" &&
           parameter.name != "mirrors";
  };
  std::vector<const Parameter*> found;
  for (const uint32_t place : parameters.required()) {
    if (is_one(parameters[place])) found.push_back(&parameters[place]);
  }
  const auto first = std::ranges::find_if(parameters, is_one);
  if (found.empty() && first != parameters.end()) found.push_back(&*first);
  return found;
}

std::vector<std::string> texts_of(const Parameter& parameter, nb::handle values) {
  std::vector<std::string> texts;
  each_text(parameter, values, [&](std::string text) { texts.push_back(std::move(text)); });
  return texts;
}

api::Pairs pairs_of(const ParameterTable& parameters, const nb::tuple& args,
                    const nb::dict& kwargs) {
  api::Pairs pairs;
  if (args.size() > 0) {
    const auto places = positional(parameters);
    if (args.size() > places.size()) {
      const std::string text = "takes " + std::to_string(places.size()) +
                               " without a name, and was given " + std::to_string(args.size());
      throw nb::type_error(text.c_str());
    }
    for (size_t i = 0; i < args.size(); ++i) add(*places[i], args[i], pairs);
  }
  for (const auto& [key, value] : kwargs) {
    std::string name = text_of_str(key);
    if (name.size() > 1 && name.ends_with('_')) name.pop_back();
    const Parameter* const parameter = parameters.find(name, Caller::kHere);
    if (parameter != nullptr) {
      add(*parameter, value, pairs);
    } else if (!value.is_none()) {
      // The check of arguments reports the known names.
      std::string text;
      if (!text_of({.name = name}, value, text)) text = "?";
      pairs.emplace_back(std::move(name), std::move(text));
    }
  }
  return pairs;
}

}  // namespace cocite::python
