#include "python/opened.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "api/related_request.h"
#include "base/utf8.h"
#include "python/arguments.h"
#include "python/errors.h"
#include "python/interruptible.h"
#include "python/objects.h"

namespace cocite::python {
namespace {

using api::Answer;
using api::Arguments;
using api::Caller;
using api::Limits;
using api::Question;

constexpr uint64_t kLargeLinks = 2'000'000;  // where finding out something of all pages is noticed

// What an answer becomes.
struct AnswerClass {
  nb::object type;
  nb::object shape;
};
// By schema. Never freed: Python may be gone before static objects are.
std::unordered_map<std::string, AnswerClass>& answer_classes() {
  static auto* const kept = new std::unordered_map<std::string, AnswerClass>();
  return *kept;
}

Result<Answer> answer_of(const Question& question, const Engine& engine, const Arguments& arguments,
                         const Limits& limits) {
  COCITE_TRY(
      const Engine* const graph,
      api::asked_graph(engine, arguments, {.progress = limits.progress, .stop = limits.stop}));
  return question.answer(*graph, arguments, limits);
}

Engine open(const std::string& path, bool saves, const std::string& folder_hosts,
            const std::atomic<bool>* stop) {
  OpenOptions options{.folder_hosts = folder_hosts, .stop = stop};
  if (!saves) options.save_from_links = std::numeric_limits<uint64_t>::max();
  const auto opened = [&] {
    const nb::gil_scoped_release released;
    return Engine::open(path, options);
  };
  return value_or_raise(opened());
}

// Arrow's texts are UTF-8.
void add_text(Column& column, std::string_view text) {
  if (is_utf8(text)) return column.add(text);
  std::string repaired;
  repair_utf8(text, repaired);
  column.add(repaired);
}

// The answers of many pages, one row an answer.
class ManyAnswers {
 public:
  explicit ManyAnswers(bool with_why) : with_why_(with_why) {}

  void add(const std::string& asked, const Result<RelatedAnswer>& answer) {
    if (!answer) {
      failed_.emplace_back(asked, answer.error());
      return;
    }
    for (const RelatedItem& item : answer->items) {
      add_text(page_, asked);
      rank_.counts.push_back(item.rank);
      score_.numbers.push_back(item.score);
      add_text(key_, item.key);
      add_text(url_, item.url);
      add_text(title_, item.title);
      if (with_why_) {
        std::string sentences;
        for (const std::string& one : item.why) {
          sentences += sentences.empty() ? one : "\n" + one;
        }
        add_text(why_, sentences);
      }
      ++rows_;
    }
  }
  [[nodiscard]] Table take_table() {
    Table table{.rows = rows_};
    for (Column* one : {&page_, &rank_, &score_, &key_, &url_, &title_}) {
      table.columns.push_back(std::move(*one));
    }
    if (with_why_) table.columns.push_back(std::move(why_));
    return table;
  }
  [[nodiscard]] const std::vector<std::pair<std::string, Error>>& failed() const { return failed_; }

 private:
  bool with_why_;
  uint64_t rows_ = 0;
  Column page_ = Column::of_texts("page");
  Column rank_ = {.name = "rank", .format = "L"};
  Column score_ = {.name = "score", .format = "g"};
  Column key_ = Column::of_texts("key");
  Column url_ = Column::of_texts("url");
  Column title_ = Column::of_texts("title");
  Column why_ = Column::of_texts("why");
  std::vector<std::pair<std::string, Error>> failed_;
};

}  // namespace

nb::object Unread::fields() const {
  if (!answer.content) {
    return nb::module_::import_("json").attr("loads")(make_text(answer.text));
  }
  ObjectWriter out(shape.is_none() ? nullptr : nb::cast<const Shape*>(shape));
  answer.content->write(out);
  return out.take();
}

void set_answers(const nb::dict& classes) {
  answer_classes().clear();
  for (const auto& [schema, known] : classes) {
    answer_classes()[nb::cast<std::string>(schema)] = {nb::object(known[0]), nb::object(known[1])};
  }
}

nb::object make_answer(const std::string& schema, Answer answer) {
  if (answer.type != "application/json") return make_text(answer.text);
  const auto found = answer_classes().find(schema);
  const AnswerClass& known =
      found == answer_classes().end() ? answer_classes().at("Answer") : found->second;
  nb::dict fields;
  fields["_unread"] = nb::cast(Unread{std::move(answer), known.shape});
  return make_object(known.type, fields);
}

Opened::Opened(const std::string& path, bool saves, const std::string& folder_hosts)
    : stop_(std::make_unique<std::atomic<bool>>(false)),
      engine_(open(path, saves, folder_hosts, stop_.get())) {}

bool Opened::may_take_long(const Question& question, const Arguments& arguments) {
  if (question.weight == api::Weight::kHeavy || arguments.has("on") || arguments.has("mirrors")) {
    return true;
  }
  if (GraphView(engine_).links() < kLargeLinks) return false;
  std::string kind = question.name;
  if (arguments.has("by")) kind += ' ' + arguments.text("by");
  const std::scoped_lock lock(mutex_);
  return answered_.insert(std::move(kind)).second;
}

nb::object Opened::ask(size_t number, const nb::tuple& args, const nb::dict& kwargs,
                       const nb::object& progress) {
  const auto all = api::questions();
  if (number >= all.size()) throw nb::index_error("there is no such question");
  const Question& question = all[number];
  const Arguments arguments = value_or_raise(Arguments::check(
      question.parameters, pairs_of(question.parameters, args, kwargs), Caller::kHere));
  const auto make = [&](const Limits& limits) {
    return answer_of(question, engine_, arguments, limits);
  };
  if (may_take_long(question, arguments)) {
    return make_answer(question.schema,
                       value_or_raise(interruptible<Answer>(progress, make, stop_.get())));
  }
  const auto answer = [&] {
    const nb::gil_scoped_release released;
    return make({.caller = Caller::kHere});
  };
  return make_answer(question.schema, value_or_raise(answer()));
}

nb::tuple Opened::related_many(const nb::object& pages, const nb::dict& kwargs, unsigned threads,
                               const nb::object& progress) {
  const Question& question = *api::find_question("related");
  const auto page = std::ranges::find(question.parameters, "page", &api::Parameter::name);
  std::vector<std::string> asked_pages = texts_of(*page, pages);
  const bool is_empty = asked_pages.empty();
  // The other arguments are checked, whatever the pages are.
  api::Pairs pairs = pairs_of(question.parameters, nb::make_tuple(), kwargs);
  pairs.emplace_back(page->name, "-");
  const Arguments arguments =
      value_or_raise(Arguments::check(question.parameters, std::move(pairs), Caller::kHere));
  ManyAnswers answers(arguments.count("why") > 0);
  const auto make = [&](const Limits& limits) -> Result<void> {
    COCITE_TRY(
        const Engine* const graph,
        api::asked_graph(engine_, arguments, {.progress = limits.progress, .stop = limits.stop}));
    COCITE_TRY(RelatedRequest request, api::whole_related_request(arguments, limits));
    request.pages = std::move(asked_pages);
    request.threads = threads;
    request.progress = limits.progress;
    return graph->related_each(request,
                               [&](const std::string& asked, const Result<RelatedAnswer>& answer) {
                                 answers.add(asked, answer);
                                 return !limits.stop->load(std::memory_order_relaxed);
                               });
  };
  if (!is_empty) value_or_raise(interruptible<void>(progress, make, stop_.get()));
  nb::dict failed;
  for (const auto& [asked, error] : answers.failed()) {
    failed[make_text(asked)] =
        nb::make_tuple(std::string(code_name(error.code)), make_text(error_text(error)));
  }
  return nb::make_tuple(nb::cast(std::make_shared<Table>(answers.take_table())), failed);
}

const Engine& Opened::on(const std::string& word) {
  const On on = word == "hosts" ? On::kHosts : word == "sites" ? On::kSites : On::kPages;
  if (on == On::kPages && word != "pages") {
    raise({.message = "'" + word + "' is not one of pages, hosts, sites", .about = "on"});
  }
  return *value_or_raise(interruptible<const Engine*>(
      nb::none(), [&](const Limits& limits) { return engine_.on(on, {.stop = limits.stop}); }));
}

}  // namespace cocite::python
