// Arrays and tables in the memory layout that Arrow has, handed over by its C data interface
// (https://arrow.apache.org/docs/format/CDataInterface.html): two plain structs, no library.
//
//   Table table{.rows = 2};
//   table.columns.push_back(Column::texts("page", offsets, bytes));
//   nb::tuple capsules = arrow_array(std::make_shared<const Table>(std::move(table)));
//
// Consumers of the capsules share the memory and keep it alive. With the GIL held.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

namespace cocite::python {

namespace nb = nanobind;

struct Column {
  std::string name = {};
  // Arrow's: "U" texts, "Z" bytes, "I" uint32, "L" uint64, "g" double
  std::string format = {};
  std::vector<int64_t> offsets = {};  // texts, bytes
  std::string bytes = {};             // texts, bytes
  std::vector<uint32_t> small = {};   // uint32
  std::vector<uint64_t> counts = {};
  std::vector<double> numbers = {};

  [[nodiscard]] static Column of_texts(std::string name) {
    return {.name = std::move(name), .format = "U", .offsets = {0}};
  }
  [[nodiscard]] static Column of_bytes(std::string name) {
    return {.name = std::move(name), .format = "Z", .offsets = {0}};
  }
  [[nodiscard]] static Column of_small(std::string name) {
    return {.name = std::move(name), .format = "I"};
  }
  void add(std::string_view text) {
    bytes += text;
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
};

struct Table {
  uint64_t rows = 0;
  std::vector<Column> columns = {};
};

// What __arrow_c_array__ gives: a struct array, which readers take as a batch of rows.
[[nodiscard]] nb::tuple arrow_batch(const std::shared_ptr<const Table>& table);
// The first column on its own.
[[nodiscard]] nb::tuple arrow_array(const std::shared_ptr<const Table>& table);

}  // namespace cocite::python
