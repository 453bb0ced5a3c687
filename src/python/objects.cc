#include "python/objects.h"

#include <utility>

namespace cocite::python {

void Shape::add(const std::string& name, nb::str attribute, nb::object shape) {
  Field field{.attribute = std::move(attribute), .owner = shape};
  if (!shape.is_none()) field.shape = nb::cast<const Shape*>(shape);
  PyObject* interned = field.attribute.release().ptr();
  PyUnicode_InternInPlace(&interned);
  field.attribute = nb::steal(interned);
  fields_.insert_or_assign(name, std::move(field));
}

const Shape::Field* Shape::find(std::string_view name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? nullptr : &found->second;
}

nb::object make_object(nb::handle type, nb::handle dict) {
  // As an assignment of Python does it. PyObject_GenericSetDict is not enough: from 3.13 on attributes may stand
  // beside the dict, and would still be looked for there. Never freed, as Python may be gone by then.
  static PyObject* const name = PyUnicode_InternFromString("__dict__");
  auto* const of = reinterpret_cast<PyTypeObject*>(type.ptr());
  nb::object made = nb::steal(PyType_GenericAlloc(of, 0));
  if (!made.is_valid() || PyObject_GenericSetAttr(made.ptr(), name, dict.ptr()) != 0) {
    throw nb::python_error();
  }
  return made;
}

nb::object Shape::record(nb::dict fields) const {
  if (type_.is_none()) return fields;
  return make_object(type_, fields);
}

nb::object make_text(std::string_view text) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

const Shape* ObjectWriter::next_shape() const {
  if (levels_.empty()) return root_;
  const Level& top = levels_.back();
  return top.is_list ? top.shape : top.next;
}

void ObjectWriter::add(nb::object value) {
  if (!value.is_valid()) throw nb::python_error();
  if (levels_.empty()) {
    result_ = std::move(value);
    return;
  }
  Level& top = levels_.back();
  const int failed = top.is_list ? PyList_Append(top.container.ptr(), value.ptr())
                                 : PyDict_SetItem(top.container.ptr(), top.key.ptr(), value.ptr());
  if (failed != 0) throw nb::python_error();
}

ObjectWriter& ObjectWriter::begin(char bracket) {
  const bool is_list = bracket == '[';
  nb::object container = nb::steal(is_list ? PyList_New(0) : PyDict_New());
  if (!container.is_valid()) throw nb::python_error();
  levels_.push_back({.container = std::move(container), .is_list = is_list, .shape = next_shape()});
  return *this;
}

ObjectWriter& ObjectWriter::end(char /*bracket*/) {
  Level level = std::move(levels_.back());
  levels_.pop_back();
  // The top object is filled field by field: the caller has it already.
  if (level.is_list || level.shape == nullptr || levels_.empty()) {
    add(std::move(level.container));
  } else {
    add(level.shape->record(nb::borrow<nb::dict>(level.container)));
  }
  return *this;
}

ObjectWriter& ObjectWriter::key(std::string_view name) {
  Level& top = levels_.back();
  const Shape::Field* const field = top.shape == nullptr ? nullptr : top.shape->find(name);
  if (field != nullptr) {
    top.key = field->attribute;
    top.next = field->shape;
  } else {
    top.key = make_text(name);
    top.next = nullptr;
  }
  return *this;
}

ObjectWriter& ObjectWriter::value(std::string_view text) {
  add(make_text(text));
  return *this;
}

ObjectWriter& ObjectWriter::value(double number) {
  add(nb::steal(PyFloat_FromDouble(number)));
  return *this;
}

ObjectWriter& ObjectWriter::value(bool is_true) {
  add(nb::steal(PyBool_FromLong(is_true ? 1 : 0)));
  return *this;
}

ObjectWriter& ObjectWriter::whole(uint64_t number) {
  add(nb::steal(PyLong_FromUnsignedLongLong(number)));
  return *this;
}

}  // namespace cocite::python
