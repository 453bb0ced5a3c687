// For tests: every method again, as plainly as the definitions have it, on a NaiveWeb.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "related/testing/naive_web.h"

namespace cocite::related::testing {

// How several query pages are asked about.
enum class Naive { kSum, kShares, kAtOnce };

// The method's own answer to one query page (or, with kAtOnce, to several).
struct NaiveMethod {
  Naive together = Naive::kShares;
  std::function<NaiveAnswer(const NaiveWeb&, const std::vector<int>& pages)> find;
};

[[nodiscard]] const std::map<std::string, NaiveMethod>& naive_methods();

// One of the web's own ranks, or PageRank, HubRank or its authorities, by the definition.
[[nodiscard]] std::vector<double> naive_rank(const NaiveWeb& web, const std::string& name);

// In order: (page, score). Runs a method that is not kAtOnce on each page and sums.
[[nodiscard]] std::vector<std::pair<int, double>> naive_related(NaiveWeb web,
                                                                const std::string& method,
                                                                const std::vector<int>& pages,
                                                                bool& is_sufficient);

}  // namespace cocite::related::testing
