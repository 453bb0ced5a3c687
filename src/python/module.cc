// cocite._core: what the package of Python (python/cocite/) is made of. Users see the package.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cocite/engine.h>
#include <cocite/version.h>

#include "api/question.h"
#include "cli/program.h"
#include "python/arguments.h"
#include "python/arrow.h"
#include "python/errors.h"
#include "python/graph.h"
#include "python/group_arrays.h"
#include "python/interruptible.h"
#include "python/link_arrays.h"
#include "python/objects.h"
#include "python/opened.h"
#include "python/parsing.h"
#include "python/segments.h"

namespace cocite::python {
namespace {

using api::Answer;
using api::Arguments;
using api::Caller;
using api::Limits;
using api::Parameter;
using api::ParameterTable;
using api::Question;
using api::Task;
using api::Type;

const char* type_name(const Parameter& parameter) {
  switch (parameter.type) {
    case Type::kText:
      return "text";
    case Type::kCount:
      return "count";
    case Type::kNumber:
      return "number";
    case Type::kChoice:
      return parameter.may_be_file ? "text" : "choice";
    case Type::kFlag:
      return "flag";
    case Type::kSize:
      return "size";
  }
  return "text";
}

nb::list describe(const ParameterTable& parameters) {
  const auto places = positional(parameters);
  nb::list list;
  for (const Parameter& parameter : parameters) {
    if (!is_for(parameter, Caller::kHere)) continue;
    nb::dict about;
    about["name"] = parameter.name;
    about["type"] = type_name(parameter);
    about["default"] = parameter.fallback;
    about["help"] = parameter.help;
    about["choices"] = parameter.choices;
    about["repeatable"] = parameter.is_repeatable;
    about["required"] = parameter.is_required;
    about["positional"] = std::ranges::find(places, &parameter) != places.end();
    list.append(about);
  }
  return list;
}

template <class One>
nb::dict describe(const One& one) {
  nb::dict about;
  about["name"] = one.name;
  about["summary"] = one.summary;
  about["schema"] = one.schema;
  about["parameters"] = describe(one.parameters);
  return about;
}

nb::list describe_questions() {
  nb::list list;
  for (const Question& question : api::questions()) {
    nb::dict about = describe(question);
    about["heavy"] = question.weight == api::Weight::kHeavy;
    about["here"] = question.whom != api::For::kClients;
    list.append(about);
  }
  return list;
}

nb::list describe_tasks() {
  nb::list list;
  for (const Task& task : api::tasks()) list.append(describe(task));
  return list;
}

nb::object run_task(size_t number, const nb::tuple& args, const nb::dict& kwargs,
                    const nb::object& progress) {
  const auto all = api::tasks();
  if (number >= all.size()) throw nb::index_error("there is no such task");
  const Task& task = all[number];
  const Arguments arguments = value_or_raise(
      Arguments::check(task.parameters, pairs_of(task.parameters, args, kwargs), Caller::kHere));
  return make_answer(task.schema,
                     value_or_raise(interruptible<Answer>(progress, [&](const Limits& limits) {
                       return task.run(arguments, limits);
                     })));
}

int run_program(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const nb::gil_scoped_release released;
  return cli::run(static_cast<int>(words.size()), argv.data());
}

void add_classes(nb::module_& module) {
  nb::class_<Shape>(module, "Shape")
      .def(nb::init<nb::object>(), nb::arg("type").none())
      .def("add", &Shape::add, nb::arg("name"), nb::arg("attribute"), nb::arg("shape").none());
  nb::class_<Unread>(module, "Unread")
      .def("fields", &Unread::fields)
      .def("json", [](const Unread& unread) { return make_text(unread.answer.json()); });
  nb::class_<Opened>(module, "Opened")
      .def(nb::init<const std::string&, bool, const std::string&>(), nb::arg("path"),
           nb::arg("save"), nb::arg("folder_hosts"))
      .def("ask", &Opened::ask, nb::arg("question"), nb::arg("args"), nb::arg("kwargs"),
           nb::arg("progress").none())
      .def("related_many", &Opened::related_many, nb::arg("pages"), nb::arg("kwargs"),
           nb::arg("threads"), nb::arg("progress").none())
      .def("check",
           [](Opened& opened) {
             value_or_raise(interruptible<void>(
                 nb::none(), [&](const Limits&) { return opened.engine().check(); }));
           })
      .def_prop_ro("identity", [](const Opened& opened) { return opened.engine().identity(); })
      .def_prop_ro("path", [](const Opened& opened) { return opened.engine().path(); })
      .def_prop_ro("notes", [](const Opened& opened) { return opened.engine().notes(); })
      .def_prop_ro("report", [](const Opened& opened) {
        return make_text(value_or_raise(opened.engine().report()));
      });
  nb::class_<Table>(module, "Table")
      .def("arrow_batch", [](std::shared_ptr<Table> table) { return arrow_batch(table); })
      .def("arrow_array", [](std::shared_ptr<Table> table) { return arrow_array(table); })
      .def("columns", &columns_of)
      .def("row_text", &text_at, nb::arg("column"), nb::arg("row"))
      .def("__len__", [](const Table& table) { return table.rows; });
  add_graph(module);
  add_parsing(module);
  add_segments(module);
  add_link_arrays(module);
  add_group_arrays(module);
}

}  // namespace
}  // namespace cocite::python

NB_MODULE(_core, module) {
  using namespace cocite;          // NOLINT(google-build-using-namespace)
  using namespace cocite::python;  // NOLINT(google-build-using-namespace)
  nb::set_leak_warnings(false);    // leaks at the end of a process do not matter
  module.doc() = "The native part of cocite.";
  add_classes(module);
  module.def("set_errors", &set_errors, nb::arg("classes"));
  module.def("set_answers", &set_answers, nb::arg("classes"));
  module.def("questions", &describe_questions);
  module.def("tasks", &describe_tasks);
  module.def("schemas", [] { return "{" + api::schemas(api::Caller::kHere) + "}"; });
  module.def("run_task", &run_task, nb::arg("task"), nb::arg("args"), nb::arg("kwargs"),
             nb::arg("progress").none());
  module.def("run_program", &run_program, nb::arg("words"));
  module.def("seen_at", &Engine::seen_at, nb::arg("path"));
  module.attr("version") = std::string(version());
}
