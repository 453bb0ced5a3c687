// How much does learning gain, by the number of judged pages? For bench/quality/learning_curves.py.
//
//   cocite tune STORE --labels FILE --queries FILE --trial --save-terms TERMS.tsv
//   learning_curves TERMS.tsv linear|trees PAGES DRAWS
//
// Draws that many query pages, learns from them as `cocite tune` does, and orders the answers to all
// other pages. Prints for each draw: pages, before and after on the other pages, whether
// cross-validation on the drawn ones alone would have kept it, and the gain that this saw.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "measure/cross_validation.h"
#include "measure/logistic.h"
#include "measure/measure.h"
#include "measure/pairs.h"
#include "measure/table.h"
#include "measure/trees.h"

namespace {

using cocite::Result;
using cocite::measure::Table;
using cocite::related::Model;

double number(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

struct Row {
  std::string page;
  uint64_t good_pages = 0;
  bool is_good = false;
  double score = 0;
  std::vector<double> terms = {};
};

Table read_terms(const std::string& path, std::vector<std::string>& names) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const auto cells_of = [](std::string_view text) {
    std::vector<std::string_view> cells;
    for (;;) {
      const size_t tab = text.find('\t');
      cells.push_back(text.substr(0, tab));
      if (tab == std::string_view::npos) return cells;
      text.remove_prefix(tab + 1);
    }
  };
  constexpr size_t kFirstTerm = 5;  // page, answer, good_pages, good, score
  const auto head = cells_of(line);
  for (size_t i = kFirstTerm; i < head.size(); ++i) names.emplace_back(head[i]);
  Table table(names.size());
  std::vector<Row> rows;
  const auto flush = [&] {
    table.begin_page(rows[0].page, rows[0].good_pages);
    for (const Row& row : rows) table.add(row.terms, row.score, row.is_good);
    rows.clear();
  };
  while (std::getline(in, line)) {
    const auto cells = cells_of(line);
    if (cells.size() != kFirstTerm + names.size()) continue;
    if (!rows.empty() && rows[0].page != cells[0]) flush();
    Row row{.page = std::string(cells[0]),
            .good_pages = static_cast<uint64_t>(number(cells[2])),
            .is_good = cells[3] == "1",
            .score = number(cells[4])};
    for (size_t i = kFirstTerm; i < cells.size(); ++i) row.terms.push_back(number(cells[i]));
    rows.push_back(std::move(row));
  }
  if (!rows.empty()) flush();
  return table;
}

// The pages of a table that were drawn, as a table of their own.
Table only(const Table& table, const std::vector<size_t>& pages) {
  Table some(table.terms());
  for (const size_t number : pages) {
    const auto& page = table.pages()[number];
    some.begin_page(page.name, page.good_pages);
    for (size_t i = page.begin; i < page.end; ++i) {
      some.add(table.row(i), table.untuned(i), table.is_good(i));
    }
  }
  return some;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "learning_curves TERMS.tsv linear|trees PAGES DRAWS\n");
    return 2;
  }
  std::vector<std::string> names;
  const Table table = read_terms(argv[1], names);
  const bool are_trees = std::string_view(argv[2]) == "trees";
  const auto count = static_cast<size_t>(std::atoll(argv[3]));
  const int draws = std::atoi(argv[4]);
  if (count + 20 > table.pages().size()) {
    std::fprintf(stderr, "%s: only %zu query pages\n", argv[1], table.pages().size());
    return 1;
  }
  for (int draw = 0; draw < draws; ++draw) {
    std::mt19937_64 random(static_cast<uint64_t>(draw) * 1000 + count);
    std::vector<size_t> pages(table.pages().size());
    for (size_t i = 0; i < pages.size(); ++i) pages[i] = i;
    for (size_t i = pages.size(); i-- > 1;) std::swap(pages[i], pages[random() % (i + 1)]);
    const Table drawn = only(table, {pages.begin(), pages.begin() + static_cast<ptrdiff_t>(count)});
    const Table others = only(table, {pages.begin() + static_cast<ptrdiff_t>(count), pages.end()});
    const auto fit = [&](std::span<const size_t> from) -> Result<Model> {
      if (are_trees) return cocite::measure::grow_trees(drawn, from, names);
      return cocite::measure::fit_linear(drawn, from, cocite::measure::Pairs(drawn, from), names);
    };
    const auto tried = cocite::measure::cross_validate(
        drawn, fit, {.folds = 5, .seed = static_cast<uint64_t>(draw)});
    std::vector<size_t> all(count);
    for (size_t i = 0; i < count; ++i) all[i] = i;
    const Result<Model> model = fit(all);
    if (!tried || !model) {
      std::fprintf(stderr, "%s\n", (!tried ? tried.error() : model.error()).message.c_str());
      return 1;
    }
    std::vector<double> before;
    std::vector<double> after;
    for (size_t i = 0; i < others.rows(); ++i) {
      before.push_back(others.untuned(i));
      after.push_back(model->value(others.row(i)));
    }
    const auto mean = [&](const std::vector<double>& scores) {
      double sum = 0;
      for (const double one : cocite::measure::ndcg_of_pages(others, scores)) sum += one;
      return sum / static_cast<double>(others.pages().size());
    };
    std::printf("%s\t%zu\t%d\t%.5f\t%.5f\t%s\t%.5f\n", argv[2], count, draw, mean(before),
                mean(after), tried->is_clear() ? "kept" : "refused", tried->gain.value);
    std::fflush(stdout);
  }
  return 0;
}
