// A store that Python has open, and the questions that it is asked.
//
//   Opened opened("web.cocite", true, "");
//   nb::object answer = opened.ask(0, args, kwargs, nb::none());
//
// Any number of Python's threads may ask one: the GIL is released while an answer is made.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include <nanobind/nanobind.h>

#include <cocite/engine.h>
#include <cocite/graph_view.h>

#include "api/question.h"
#include "python/arrow.h"

namespace cocite::python {

namespace nb = nanobind;

// An answer that is not converted to Python yet.
struct Unread {
  api::Answer answer;
  nb::object shape;

  [[nodiscard]] nb::object fields() const;
};

// What an answer of each schema becomes: {"Related": (class, Shape), ...}.
void set_answers(const nb::dict& classes);
// The answer to whatever has this schema, as an object of its class; text where it is no JSON.
[[nodiscard]] nb::object make_answer(const std::string& schema, api::Answer answer);

class Opened {
 public:
  Opened(const std::string& path, bool saves, const std::string& folder_hosts);

  [[nodiscard]] nb::object ask(size_t question, const nb::tuple& args, const nb::dict& kwargs,
                               const nb::object& progress);
  // An answer of the question "related" for each page on its own, on several threads: a table, and
  // what went wrong by page.
  [[nodiscard]] nb::tuple related_many(const nb::object& pages, const nb::dict& kwargs,
                                       unsigned threads, const nb::object& progress);
  [[nodiscard]] const Engine& engine() const { return engine_; }
  // The graph of pages, hosts or sites.
  [[nodiscard]] const Engine& on(const std::string& word);
  [[nodiscard]] std::atomic<bool>* stop() { return stop_.get(); }

 private:
  // Whether this kind of request may be the first one, for which something is found out of all
  // pages of a large store: that can be interrupted.
  [[nodiscard]] bool may_take_long(const api::Question& question, const api::Arguments& arguments);

  std::unique_ptr<std::atomic<bool>> stop_;  // of what is found out on first use
  Engine engine_;
  std::mutex mutex_;
  std::set<std::string> answered_;  // questions, with the method
};

}  // namespace cocite::python
