#include "study/json.h"

#include <cocite/json.h>

#include "api/json_writer.h"
#include "study/rating_value.h"

namespace cocite::study {
namespace {

using api::JsonWriter;

void put_study(JsonWriter& json, const StudyState& state) {
  json.begin('{').field("study", state.id).field("title", state.title);
  json.field("store", state.store).key("by").begin('[');
  for (const std::string& name : state.by) json.value(std::string_view(name));
  json.end(']').field("top", state.top).field("created", state.created);
  json.field("closed", state.is_closed).field("queries", state.queries);
  json.field("unanswered", state.unanswered).field("unknown", state.unknown);
  json.field("repeated", state.repeated).field("items", state.items).key("raters").begin('[');
  for (const RaterState& rater : state.raters) {
    json.line().begin('{').field("name", rater.name).field("rated", rater.rated);
    // Behind a # the secret stays in the browser: no log of any server on the way has it.
    json.field("link", "study#r=" + rater.secret).end('}');
  }
  json.end(']').end('}');
}

void put_progress(JsonWriter& json, const Progress& progress) {
  json.begin('{').field("items", progress.items).field("rated", progress.rated);
  json.field("queries", progress.queries).field("finished", progress.finished).end('}');
}

}  // namespace

std::string study_json(const StudyState& state) {
  JsonWriter json;
  put_study(json, state);
  return json.take();
}

std::string studies_json(const std::vector<StudyState>& states, const StudyDesk::Progress* making) {
  JsonWriter json;
  json.begin('{').key("studies").begin('[');
  for (const StudyState& state : states) {
    json.line();
    put_study(json, state);
  }
  json.end(']');
  if (making != nullptr) {
    json.line().key("making").begin('{').field("asked", making->asked.load());
    json.field("pages", making->pages.load()).end('}');
  }
  return json.end('}').take();
}

std::string results_json(const StudyState& state, const EvalAnswer& results) {
  JsonWriter json;
  json.begin('{').key("study");
  put_study(json, state);
  return json.line().key("results").raw(to_json(results)).end('}').take();
}

std::string progress_json(const Progress& progress) {
  JsonWriter json;
  put_progress(json, progress);
  return json.take();
}

std::string task_json(const Rater& rater, const Task& task) {
  JsonWriter json;
  json.begin('{').field("title", rater.title).field("rater", rater.name);
  json.field("closed", rater.is_closed).key("progress");
  put_progress(json, task.progress);
  json.field("place", task.place).key("query").begin('{').field("page", task.query.page);
  json.field("url", task.query.url);
  json.field("title", task.query.title).end('}').key("items").begin('[');
  for (const Task::Item& item : task.items) {
    json.line().begin('{').field("item", item.id).field("page", item.page).field("url", item.url);
    json.field("title", item.title).field("value", value_of(item.rating)).end('}');
  }
  return json.end(']').end('}').take();
}

}  // namespace cocite::study
