// What can be asked of a store, by name: one entry a question, from which the service makes routes and
// /openapi.json, Python its methods and src/cli/ commands.
//
//   const Question* question = find_question("related");
//   COCITE_TRY(Arguments arguments, Arguments::check(question->parameters, pairs, Caller::kHere));
//   COCITE_TRY(const Engine* graph, asked_graph(engine, arguments, {}));
//   COCITE_TRY(Answer answer, question->answer(*graph, arguments, {.caller = Caller::kHere}));
//   answer.json();
//
// The table never changes. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "api/answer_writer.h"
#include "api/parameters.h"
#include "api/put.h"
#include "api/shown.h"

namespace cocite::api {

// What an answer may cost, and who hears how far it is.
struct Limits {
  uint64_t budget_ms = 0;                   // then the best answer so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;  // for what knows no budget: set when that is over
  // For what does: no answer is wanted any more, not even the best so far. nullptr: as `stop`
  // for callers within this process, else never.
  const std::atomic<bool>* ending = nullptr;
  uint64_t max_parents = 0;     // B is not larger than this; 0: as asked
  uint64_t max_rank_links = 0;  // ranks of larger graphs come from columns only; 0: of any
  Caller caller = Caller::kClient;
  std::function<void(const Progress&)> progress = {};
  // For clients, which name no files: another store that is served, by its name.
  std::function<Result<std::shared_ptr<const Engine>>(const std::string& name)> store_named = {};
};

class Schemas;

// An answer that is written when a caller reads it.
class Content {
 public:
  Content() = default;
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  virtual ~Content() = default;
  virtual void write(AnswerWriter& out) const = 0;
};

struct Answer {
  std::shared_ptr<const Content> content = {};
  std::string text = {};  // where there is no content: the answer itself
  std::string type = "application/json";
  std::string file_name = {};  // what a browser saves it as; empty: it shows it
  bool is_final = true;        // false: another time it may be better, so it is not cached
  std::string reduced = {};    // "B=500": what the service made smaller

  [[nodiscard]] std::string json() const;  // or what else it is
};

// Keeps an answer of query.h; put() (api/put.h) knows its fields.
template <class Given>
[[nodiscard]] std::shared_ptr<const Content> content_of(Given given) {
  class Kept final : public Content {
   public:
    explicit Kept(Given given) : given_(std::move(given)) {}
    void write(AnswerWriter& out) const override { put(out, given_); }

   private:
    Given given_;
  };
  return std::make_shared<const Kept>(std::move(given));
}

// How much a request may cost: heavy ones leave a thread to the others.
enum class Weight : uint8_t { kLight, kHeavy };

struct Question {
  std::string name = {};  // "related": /api/related, store.related()
  std::string summary = {};
  unsigned place = 500;                       // among the others in the documentation
  std::string schema = {};                    // the name of its answer in the tables of src/api/
  void (*described)(Schemas& all) = nullptr;  // of an answer that its own file describes
  Weight weight = Weight::kLight;
  bool takes_post = false;
  For whom = For::kAll;            // kHere: it takes hours, or names files
  ParameterTable parameters = {};  // "store" among them
  std::function<Result<Answer>(const Engine& engine, const Arguments& arguments,
                               const Limits& limits)>
      answer = {};
  // On a command line:
  std::string command = {};   // "inspect lli"; empty: none
  std::string alias = {};     // an old name of it
  std::string examples = {};  // "example.com by=companion", one a line, for the end of its help
  std::string about = {};     // more for the end of its help
  Shown shown = {};
};

// In the order of the documentation.
[[nodiscard]] std::span<const Question> questions();
[[nodiscard]] const Question* find_question(std::string_view name);
// The graph that is asked: of pages, hosts or sites, with mirrored hosts as one or not.
[[nodiscard]] Result<const Engine*> asked_graph(const Engine& engine, const Arguments& arguments,
                                                const GraphOptions& options);

// What makes or changes stores: the same, without a store that is open.
struct Task {
  std::string name = {};  // "import"
  std::string summary = {};
  std::string schema = {};
  ParameterTable parameters = {};  // the path of the store first
  std::function<Result<Answer>(const Arguments& arguments, const Limits& limits)> run = {};
};
[[nodiscard]] std::span<const Task> tasks();

// The schemas of all that this caller may ask: members of a JSON object, without its braces.
[[nodiscard]] std::string schemas(Caller caller);

}  // namespace cocite::api
