// Insights: mirrored hosts, places, samples, categories, a store at a glance.
//
//   InsightRequest request{.name = "scope", .about = {"www.example.com"}};
//   Result<InsightAnswer> answer = engine->insight(request);
//   answer->tables[0].rows[0][2];                      // the verdict
//
// Every insight is described by an InsightItem and answers with tables, so that the command line,
// the service and others show one that they have never heard of. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <cocite/progress.h>
#include <cocite/related_query.h>

namespace cocite {

// Nothing, a number, a text.
using InsightValue = std::variant<std::monostate, uint64_t, double, std::string>;
using InsightRow = std::vector<InsightValue>;

struct InsightTable {
  std::string name = {};
  std::vector<std::string> columns = {};
  std::vector<InsightRow> rows = {};  // each as long as `columns`
};

struct InsightRequest {
  std::string name = {};                // as insights() lists them
  std::vector<std::string> about = {};  // pages, hosts or sites, as the insight wants them
  // By name: {"steps", "20000"}. The item lists them.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  uint64_t top = 0;           // rows of each table, at most; 0: all
  bool save = false;          // keep what was found in the store
  uint64_t max_links = 0;     // kUnsupported instead of working through more; 0: any number
  bool reads_files = true;    // whether parameters may name files; not for requests from outside
  uint64_t memory_bytes = 0;  // 0: half of the machine's
  unsigned threads = 0;       // 0: all

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is changed
};

struct InsightAnswer {
  std::string name = {};
  std::vector<std::pair<std::string, InsightValue>> facts = {};  // about the whole
  std::vector<InsightTable> tables = {};  // the first is the answer, the others go with it
  std::vector<std::string> notes = {};    // what the user should know
  std::string next = {};  // cursor of the next part of the list; empty: this is the last
};

struct InsightItem {
  std::string name = {};
  std::string summary = {};
  std::string paper = {};
  std::string about = {};    // what may be asked about: "PAGE|HOST"; empty: the whole store
  bool needs_about = false;  // at least one has to be named
  std::string about_help = {};
  bool can_save = false;
  bool is_heavy = false;                  // reads the whole store
  std::string examples = {};              // command lines, one a line
  std::vector<std::string> columns = {};  // of the first table
  std::vector<MethodParameter> parameters = {};
};

// All of them, in the order in which help lists them.
[[nodiscard]] std::vector<InsightItem> insights();

}  // namespace cocite
