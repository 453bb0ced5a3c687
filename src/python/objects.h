// Answers as objects of Python: what src/api/ says of an answer, field by field, becomes records,
// lists, texts and numbers, without JSON in between.
//
//   ObjectWriter out(&shape);
//   answer.content->write(out);
//   nb::dict fields = out.take();
//
// All of it with the GIL held.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nanobind/nanobind.h>

#include "api/answer_writer.h"

namespace cocite::python {

namespace nb = nanobind;

// What the objects of an answer become: records of a class, with fields that may be such objects (or
// lists of them) in turn. Made by Python from the schemas; stays while answers are written.
class Shape {
 public:
  explicit Shape(nb::object type) : type_(std::move(type)) {}

  // `attribute`: what the field is called in Python, where names such as "in" are taken.
  void add(const std::string& name, nb::str attribute, nb::object shape);

  struct Field {
    nb::object attribute;
    nb::object owner;              // keeps `shape`
    const Shape* shape = nullptr;  // nullptr: no objects, or ones without a schema
  };
  [[nodiscard]] const Field* find(std::string_view name) const;
  // A record with these fields.
  [[nodiscard]] nb::object record(nb::dict fields) const;

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  nb::object type_;
  std::unordered_map<std::string, Field, Hash, std::equal_to<>> fields_;
};

// An object of `type` (a class without slots) with this __dict__; its __init__ is not called.
[[nodiscard]] nb::object make_object(nb::handle type, nb::handle dict);
// What is not UTF-8 becomes U+FFFD.
[[nodiscard]] nb::object make_text(std::string_view text);

class ObjectWriter final : public api::AnswerWriter {
 public:
  explicit ObjectWriter(const Shape* shape) : root_(shape) {}

  ObjectWriter& begin(char bracket) override;
  ObjectWriter& end(char bracket) override;
  ObjectWriter& key(std::string_view name) override;
  ObjectWriter& value(std::string_view text) override;
  ObjectWriter& value(double number) override;
  ObjectWriter& value(bool is_true) override;
  ObjectWriter& whole(uint64_t number) override;

  // The fields of the whole. REQUIRES: it is an object, and ended.
  [[nodiscard]] nb::object take() { return std::move(result_); }

 private:
  struct Level {
    nb::object container;
    bool is_list = false;
    const Shape* shape = nullptr;  // of the object, or of those in the list
    nb::object key = {};           // of the next value
    const Shape* next = nullptr;   // of the next value
  };
  [[nodiscard]] const Shape* next_shape() const;
  void add(nb::object value);

  const Shape* root_;
  std::vector<Level> levels_;
  nb::object result_;
};

}  // namespace cocite::python
