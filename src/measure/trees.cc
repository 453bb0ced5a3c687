#include "measure/trees.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <dlfcn.h>
// A static program must not load libraries, which bring a C library of their own.
#if __has_include(<xgboost/c_api.h>) && !defined(COCITE_WHOLE)
#include <xgboost/c_api.h>
#define COCITE_HAS_XGBOOST 1
#endif
#include <simdjson.h>

#include "measure/logistic.h"
#include "measure/measure.h"

namespace cocite::measure {

#ifdef COCITE_HAS_XGBOOST
namespace {

// The functions of the library that are used.
struct Library {
  void* handle = nullptr;
  decltype(&XGBGetLastError) last_error = nullptr;
  decltype(&XGDMatrixCreateFromMat) make_matrix = nullptr;
  decltype(&XGDMatrixFree) free_matrix = nullptr;
  decltype(&XGBoosterCreate) make_booster = nullptr;
  decltype(&XGBoosterFree) free_booster = nullptr;
  decltype(&XGBoosterSetParam) set = nullptr;
  decltype(&XGBoosterBoostOneIter) boost = nullptr;
  decltype(&XGBoosterPredict) predict = nullptr;
  decltype(&XGBoosterSaveModelToBuffer) save = nullptr;
  bool is_complete = true;

  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    is_complete = is_complete && function != nullptr;
  }
  // Opened once, and never closed: it has threads of its own.
  static const Library& get() {
    static const Library kLibrary = [] {
      Library library;
      for (const char* const name : {"libxgboost.so.0", "libxgboost.so"}) {
        library.handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library.handle != nullptr) break;
      }
      if (library.handle == nullptr) {
        library.is_complete = false;
        return library;
      }
      library.find("XGBGetLastError", library.last_error);
      library.find("XGDMatrixCreateFromMat", library.make_matrix);
      library.find("XGDMatrixFree", library.free_matrix);
      library.find("XGBoosterCreate", library.make_booster);
      library.find("XGBoosterFree", library.free_booster);
      library.find("XGBoosterSetParam", library.set);
      library.find("XGBoosterBoostOneIter", library.boost);
      library.find("XGBoosterPredict", library.predict);
      library.find("XGBoosterSaveModelToBuffer", library.save);
      return library;
    }();
    return kLibrary;
  }
  [[nodiscard]] Result<void> check(int code) const {
    if (code == 0) return {};
    return fail(ErrorCode::kUnsupported, std::string("growing trees: ") + last_error());
  }
};

// Found on webkb and mdn (docs/decisions/0022-tuning.md); no other set was looked at.
constexpr std::pair<const char*, const char*> kSettings[] = {
    {"max_depth", "4"},  {"eta", "0.1"},          {"min_child_weight", "0.5"},
    {"lambda", "1"},     {"tree_method", "hist"}, {"max_bin", "64"},
    {"base_score", "0"}, {"nthread", "1"},        {"objective", "reg:squarederror"},
    {"verbosity", "0"}};

// What each answer should score more or less, and how surely: pairs of which one is among the first
// answers at present.
class Lessons {
 public:
  static constexpr size_t kFirst = 20;

  Lessons(const Table& table, std::span<const size_t> pages) {
    for (const size_t number : pages) {
      const Page& page = table.pages()[number];
      const size_t begin = is_good_.size();
      double best = 0;
      for (size_t i = 0; i < std::min<uint64_t>(kTop, page.good_pages); ++i) best += discount(i);
      for (size_t i = page.begin; i < page.end; ++i) {
        is_good_.push_back(table.is_good(i));
        for (const double value : table.row(i)) values_.push_back(static_cast<float>(value));
      }
      groups_.push_back({begin, is_good_.size(), best > 0 ? 1 / best : 0});
    }
    for (size_t i = 0; i < 1000; ++i) discounts_.push_back(discount(i));
  }
  [[nodiscard]] const std::vector<float>& values() const { return values_; }
  [[nodiscard]] size_t rows() const { return is_good_.size(); }

  void derive(std::span<const float> scores, std::vector<float>& slopes,
              std::vector<float>& curves) const {
    slopes.assign(rows(), 0);
    curves.assign(rows(), 0);
    std::vector<size_t> order;
    std::vector<double> slope;
    std::vector<double> curve;
    for (const Group& group : groups_) {
      const size_t size = group.end - group.begin;
      order.resize(size);
      std::iota(order.begin(), order.end(), group.begin);
      std::ranges::stable_sort(order, [&](size_t a, size_t b) { return scores[a] > scores[b]; });
      slope.assign(size, 0);
      curve.assign(size, 0);
      double all = 0;
      for (size_t i = 0; i < std::min(size, kFirst); ++i) {
        for (size_t k = i + 1; k < size; ++k) {
          if (is_good_[order[i]] == is_good_[order[k]]) continue;
          const size_t good = is_good_[order[i]] ? order[i] : order[k];
          const size_t wrong = is_good_[order[i]] ? order[k] : order[i];
          const double weight = (at(i) - at(k)) * group.scale;
          const double chance =
              1 / (1 + std::exp(static_cast<double>(scores[good]) - scores[wrong]));
          slope[good - group.begin] -= weight * chance;
          slope[wrong - group.begin] += weight * chance;
          curve[good - group.begin] += weight * chance * (1 - chance);
          curve[wrong - group.begin] += weight * chance * (1 - chance);
          all += weight * chance;
        }
      }
      // A page with very many pairs speaks louder than others, but not as much louder.
      const double quiet = all > 0 ? std::log2(1 + all) / all : 0;
      for (size_t i = 0; i < size; ++i) {
        slopes[group.begin + i] = static_cast<float>(slope[i] * quiet);
        curves[group.begin + i] = static_cast<float>(curve[i] * quiet);
      }
    }
  }

 private:
  struct Group {
    size_t begin;
    size_t end;
    double scale;
  };
  static double discount(size_t place) { return 1 / std::log2(static_cast<double>(place) + 2); }
  [[nodiscard]] double at(size_t place) const {
    return discounts_[std::min(place, discounts_.size() - 1)];
  }

  std::vector<float> values_;
  std::vector<bool> is_good_;
  std::vector<Group> groups_;
  std::vector<double> discounts_;
};

// The model as the library writes it down.
Result<related::Tree> tree_of(simdjson::dom::element element, size_t terms,
                              std::vector<double>& gains) {
  simdjson::dom::array left;
  simdjson::dom::array right;
  simdjson::dom::array indices;
  simdjson::dom::array conditions;
  simdjson::dom::array losses;
  if (element["left_children"].get(left) != simdjson::SUCCESS ||
      element["right_children"].get(right) != simdjson::SUCCESS ||
      element["split_indices"].get(indices) != simdjson::SUCCESS ||
      element["split_conditions"].get(conditions) != simdjson::SUCCESS ||
      element["loss_changes"].get(losses) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnsupported, "growing trees: this XGBoost writes other models");
  }
  const size_t size = left.size();
  std::vector<int64_t> lefts;
  std::vector<int64_t> rights;
  std::vector<uint64_t> splits;
  std::vector<double> values;
  std::vector<double> losses_of;
  for (const auto one : left) lefts.push_back(int64_t(one));
  for (const auto one : right) rights.push_back(int64_t(one));
  for (const auto one : indices) splits.push_back(uint64_t(one));
  for (const auto one : conditions) values.push_back(double(one));
  for (const auto one : losses) losses_of.push_back(double(one));
  if (rights.size() != size || splits.size() != size || values.size() != size ||
      losses_of.size() != size) {
    return fail(ErrorCode::kUnsupported, "growing trees: this XGBoost writes other models");
  }
  related::Tree tree;
  for (size_t i = 0; i < size; ++i) {
    related::Node node{.value = static_cast<float>(values[i])};
    if (lefts[i] >= 0) {
      node.term = static_cast<uint32_t>(splits[i]);
      node.left = static_cast<uint32_t>(lefts[i]);
      node.right = static_cast<uint32_t>(rights[i]);
      if (node.term >= terms || node.left <= i || node.right <= i || node.left >= size ||
          node.right >= size) {
        return fail(ErrorCode::kUnsupported, "growing trees: this XGBoost writes other models");
      }
      gains[node.term] += losses_of[i];
    }
    tree.push_back(node);
  }
  return tree;
}

Result<void> read_trees(std::string_view json, size_t terms, std::vector<double>& gains,
                        std::vector<related::Tree>& trees) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  simdjson::dom::array array;
  if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS ||
      root.at_pointer("/learner/gradient_booster/model/trees").get(array) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnsupported, "growing trees: this XGBoost writes other models");
  }
  for (const simdjson::dom::element element : array) {
    COCITE_TRY(related::Tree tree, tree_of(element, terms, gains));
    trees.push_back(std::move(tree));
  }
  return {};
}

}  // namespace

std::string why_no_trees() {
  if (Library::get().is_complete) return "";
  return "XGBoost is not installed (Debian's libxgboost0)";
}

Result<related::Model> grow_trees(const Table& table, std::span<const size_t> pages,
                                  std::span<const std::string> names,
                                  const std::function<bool()>& goes_on) {
  const Library& library = Library::get();
  if (!library.is_complete) {
    return fail(ErrorCode::kUnsupported, "cannot train trees: " + why_no_trees());
  }
  const Lessons lessons(table, pages);
  DMatrixHandle matrix = nullptr;
  COCITE_CHECK(library.check(library.make_matrix(lessons.values().data(), lessons.rows(),
                                                 table.terms(), std::nanf(""), &matrix)));
  const std::unique_ptr<void, decltype(library.free_matrix)> own_matrix(matrix,
                                                                        library.free_matrix);
  BoosterHandle booster = nullptr;
  COCITE_CHECK(library.check(library.make_booster(&matrix, 1, &booster)));
  const std::unique_ptr<void, decltype(library.free_booster)> own_booster(booster,
                                                                          library.free_booster);
  for (const auto& [name, value] : kSettings) {
    COCITE_CHECK(library.check(library.set(booster, name, value)));
  }
  std::vector<float> slopes;
  std::vector<float> curves;
  for (size_t round = 0; round < kTreeRounds; ++round) {
    if (goes_on && !goes_on()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    constexpr int kMargin = 1;  // no transformation
    const float* scores = nullptr;
    bst_ulong count = 0;
    COCITE_CHECK(library.check(library.predict(booster, matrix, kMargin, 0, 1, &count, &scores)));
    lessons.derive({scores, count}, slopes, curves);
    COCITE_CHECK(library.check(
        library.boost(booster, matrix, slopes.data(), curves.data(), lessons.rows())));
  }
  bst_ulong bytes = 0;
  const char* json = nullptr;
  COCITE_CHECK(library.check(library.save(booster, R"({"format": "json"})", &bytes, &json)));
  related::Model model{.kind = related::Model::Kind::kTrees};
  std::vector<double> gains(table.terms(), 0);
  COCITE_CHECK(read_trees({json, bytes}, table.terms(), gains, model.trees));
  double all = 0;
  for (const double gain : gains) all += gain;
  for (size_t t = 0; t < table.terms(); ++t) {
    model.terms.push_back({.name = names[t], .share = all > 0 ? gains[t] / all : 0});
  }
  model.intercept = fit_intercept(table, pages, model);
  return model;
}

#else

std::string why_no_trees() {
  return "this program was built without XGBoost (the static program is; Debian's libxgboost-dev)";
}

Result<related::Model> grow_trees(const Table& /*table*/, std::span<const size_t> /*pages*/,
                                  std::span<const std::string> /*names*/,
                                  const std::function<bool()>& /*goes_on*/) {
  return fail(ErrorCode::kUnsupported, "cannot train trees: " + why_no_trees());
}

#endif

}  // namespace cocite::measure
