#include "python/graph.h"

#include <memory>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cocite/graph_view.h>

#include "python/errors.h"
#include "python/interruptible.h"
#include "python/objects.h"
#include "python/opened.h"

namespace cocite::python {
namespace {

using api::Limits;

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

// Numpy has the memory from now on.
template <class Number, class As = Number>
Array<As> array_of(std::vector<Number> numbers) {
  static_assert(sizeof(Number) == sizeof(As));
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(
      kept, [](void* one) noexcept { delete static_cast<std::vector<Number>*>(one); });
  return Array<As>(reinterpret_cast<As*>(kept->data()), {kept->size()}, owner);
}

std::string_view text_of(const Column& column, size_t row) {
  const auto begin = static_cast<size_t>(column.offsets[row]);
  return std::string_view(column.bytes)
      .substr(begin, static_cast<size_t>(column.offsets[row + 1]) - begin);
}

Direction direction_of(bool in) {
  return in ? Direction::kIn : Direction::kOut;
}

PageText which_of(const std::string& word) {
  if (word == "key") return PageText::kKey;
  return word == "url" ? PageText::kUrl : PageText::kTitle;
}

// Keeps the store open that it looks at.
class Graph {
 public:
  Graph(const nb::object& opened, const std::string& on)
      : owner_(opened), view_(nb::cast<Opened&>(opened).on(on)) {}

  [[nodiscard]] uint64_t pages() const { return view_.pages(); }
  [[nodiscard]] uint64_t links() const { return view_.links(); }
  [[nodiscard]] bool has_link_order() const { return view_.has_link_order(); }
  [[nodiscard]] uint32_t find(const std::string& text) const {
    return value_or_raise(view_.find(text));
  }
  [[nodiscard]] nb::object text(const std::string& which, uint64_t page) const {
    return make_text(value_or_raise(view_.text(which_of(which), page)));
  }
  // Numbers of pages fit into 31 bits except in the largest stores; scipy and similar libraries take
  // int32 without a copy.
  [[nodiscard]] Array<int32_t> list(uint64_t page, bool in) const {
    return array_of<uint32_t, int32_t>(value_or_raise(view_.list(direction_of(in), page)));
  }
  [[nodiscard]] Array<uint32_t> degrees(bool in) const {
    return array_of(value_or_raise(interruptible<std::vector<uint32_t>>(
        nb::none(), [&](const Limits&) { return view_.degrees(direction_of(in)); })));
  }
  [[nodiscard]] nb::tuple lists(bool in, unsigned threads) const {
    GraphView::Lists lists =
        value_or_raise(interruptible<GraphView::Lists>(nb::none(), [&](const Limits& limits) {
          return view_.lists(direction_of(in), threads, limits.stop);
        }));
    return nb::make_tuple(array_of(std::move(lists.offsets)),
                          array_of<uint32_t, int32_t>(std::move(lists.targets)));
  }
  [[nodiscard]] std::shared_ptr<Table> texts(const std::string& which) const {
    GraphView::Texts texts =
        value_or_raise(interruptible<GraphView::Texts>(nb::none(), [&](const Limits& limits) {
          return view_.texts(which_of(which), limits.stop);
        }));
    auto table = std::make_shared<Table>();
    table->rows = view_.pages();
    table->columns.push_back({.name = which,
                              .format = "U",
                              .offsets = std::move(texts.offsets),
                              .bytes = std::move(texts.bytes)});
    return table;
  }
  [[nodiscard]] std::vector<std::string> column_names() const { return view_.column_names(); }
  [[nodiscard]] Array<double> column(const std::string& name) const {
    return array_of(value_or_raise(interruptible<std::vector<double>>(
        nb::none(), [&](const Limits&) { return view_.column(name); })));
  }
  [[nodiscard]] nb::object about_column(const std::string& name) const {
    return make_text(value_or_raise(view_.about_column(name)));
  }
  void save_column(const std::string& name,
                   const nb::ndarray<const double, nb::ndim<1>, nb::c_contig>& values,
                   const std::string& about) const {
    const std::span<const double> numbers(values.data(), values.size());
    value_or_raise(interruptible<void>(
        nb::none(), [&](const Limits&) { return view_.save_column(name, numbers, about); }));
  }

 private:
  nb::object owner_;
  GraphView view_;
};

}  // namespace

void add_graph(nb::module_& module) {
  nb::class_<Graph>(module, "Graph")
      .def(nb::init<const nb::object&, const std::string&>(), nb::arg("opened"), nb::arg("on"))
      .def_prop_ro("pages", &Graph::pages)
      .def_prop_ro("links", &Graph::links)
      .def_prop_ro("has_link_order", &Graph::has_link_order)
      .def("find", &Graph::find, nb::arg("page"))
      .def("text", &Graph::text, nb::arg("which"), nb::arg("page"))
      .def("list", &Graph::list, nb::arg("page"), nb::arg("in_"))
      .def("degrees", &Graph::degrees, nb::arg("in_"))
      .def("lists", &Graph::lists, nb::arg("in_"), nb::arg("threads"))
      .def("texts", &Graph::texts, nb::arg("which"))
      .def("column_names", &Graph::column_names)
      .def("column", &Graph::column, nb::arg("name"))
      .def("about_column", &Graph::about_column, nb::arg("name"))
      .def("save_column", &Graph::save_column, nb::arg("name"), nb::arg("values"),
           nb::arg("about"));
}

nb::object text_at(const Table& table, size_t column, size_t row) {
  if (column >= table.columns.size() || row >= table.rows) throw nb::index_error();
  return make_text(text_of(table.columns[column], row));
}

nb::dict columns_of(const Table& table) {
  nb::dict columns;
  for (const Column& column : table.columns) {
    nb::list list;
    for (size_t row = 0; row < table.rows; ++row) {
      if (column.format == "U") {
        list.append(make_text(text_of(column, row)));
      } else if (column.format == "L") {
        list.append(column.counts[row]);
      } else {
        list.append(column.numbers[row]);
      }
    }
    columns[make_text(column.name)] = list;
  }
  return columns;
}

}  // namespace cocite::python
