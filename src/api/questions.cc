// All questions: one file each in questions/, which the build lists by itself.
#include <algorithm>
#include <utility>

#include <cocite/engine.h>

#include "api/eval_questions.h"
#include "api/insight_questions.h"
#include "api/json_writer.h"
#include "api/question.h"
#include "api/schema.h"
#include "api/schemas.h"

namespace cocite::api {

#define QUESTION(name) Question name##_question();
#include "api/questions.def"
#undef QUESTION

std::string Answer::json() const {
  if (!content) return text;
  JsonWriter json;
  content->write(json);
  return json.take();
}

std::span<const Question> questions() {
  static const std::vector<Question> kQuestions = [] {
    std::vector<Question> all = {
#define QUESTION(name) name##_question(),
#include "api/questions.def"
#undef QUESTION
        eval_question(), spam_question()};
    for (Question& question : insight_questions()) all.push_back(std::move(question));
    std::ranges::stable_sort(all, {}, &Question::place);
    return all;
  }();
  return kQuestions;
}

const Question* find_question(std::string_view name) {
  const auto found = std::ranges::find(questions(), name, &Question::name);
  return found == questions().end() ? nullptr : &*found;
}

std::string schemas(Caller caller) {
  Schemas all;
  for (const Question& question : questions()) {
    if (caller == Caller::kClient && question.whom == For::kHere) continue;
    question.described ? question.described(all) : add_schema(all, question.schema);
  }
  if (caller != Caller::kClient) {
    for (const Task& task : tasks()) add_schema(all, task.schema);
  }
  return all.take();
}

Result<const Engine*> asked_graph(const Engine& engine, const Arguments& arguments,
                                  const GraphOptions& options) {
  const Engine* graph = &engine;
  if (arguments.has("mirrors") && arguments.text("mirrors") == "merge") {
    COCITE_TRY(graph, engine.merged(options));
  }
  const std::string on = arguments.text("on");
  return graph->on(on == "hosts" ? On::kHosts : on == "sites" ? On::kSites : On::kPages, options);
}

}  // namespace cocite::api
