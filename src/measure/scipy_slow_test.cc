// Tests of tests: where Python has scipy, p-values are the same on random data.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "measure/rank_sum.h"
#include "measure/sign.h"

namespace cocite::measure {
namespace {

using Values = std::vector<double>;

// Runs a program and returns what it prints; nothing where it fails.
std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 4096> room{};
  while (const size_t got = std::fread(room.data(), 1, room.size(), pipe)) {
    text.append(room.data(), got);
  }
  return ::pclose(pipe) == 0 ? text : std::string();
}

TEST(SignificanceSlow, EqualsScipyOnRandomData) {
  const char* given = std::getenv("COCITE_PYTHON");
  const std::string python = given != nullptr ? given : "python3";
  if (output_of(python + " -c 'import scipy.stats; print(1)' 2>/dev/null").empty()) {
    GTEST_SKIP() << "no scipy here; COCITE_PYTHON may name a Python that has it";
  }
  const auto folder =
      std::filesystem::temp_directory_path() / ("cocite_scipy_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  // As values of query pages are: few different ones, many ties, some samples all alike.
  std::mt19937_64 random(5);
  std::vector<std::pair<Values, Values>> cases;
  std::ofstream data(folder / "data.txt");
  data.precision(17);
  for (int i = 0; i < 60; ++i) {
    const size_t size = 1 + random() % (i < 50 ? 80 : 1500);
    const uint64_t steps = 1 + random() % 12;
    std::pair<Values, Values> one;
    for (Values* values : {&one.first, &one.second}) {
      for (size_t k = 0; k < size; ++k) {
        values->push_back(static_cast<double>(random() % steps) / static_cast<double>(steps));
        data << values->back() << ' ';
      }
      data << '\n';
    }
    cases.push_back(std::move(one));
  }
  data.close();
  std::ofstream(folder / "ask.py") << R"(
import sys
from scipy.stats import binomtest, mannwhitneyu
rows = [[float(x) for x in line.split()] for line in open(sys.argv[1])]
for one, other in zip(rows[::2], rows[1::2]):
    wins = sum(a > b for a, b in zip(one, other))
    losses = sum(a < b for a, b in zip(one, other))
    n = wins + losses
    out = [binomtest(wins, n, 0.5, side).pvalue if n else 1 for side in ("greater", "two-sided")]
    out += [mannwhitneyu(one, other, use_continuity=True, alternative=side, method="asymptotic").pvalue
            if len(set(one + other)) > 1 else 1
            for side in ("greater", "two-sided")]
    print(*(repr(float(p)) for p in out))
)";
  const std::string told =
      output_of(python + " " + (folder / "ask.py").string() + " " + (folder / "data.txt").string());
  std::filesystem::remove_all(folder);
  std::istringstream lines(told);
  for (const auto& [one, other] : cases) {
    std::array<double, 4> p{};
    for (double& value : p) lines >> value;
    ASSERT_TRUE(lines) << "scipy answered: " << told;
    const SignTest sign = sign_test(one, other);
    const RankSumTest ranks = rank_sum_test(one, other);
    const std::array<double, 4> own = {sign.p.one_sided, sign.p.two_sided, ranks.p.one_sided,
                                       ranks.p.two_sided};
    for (size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(own[i], p[i], 1e-9 * p[i] + 1e-300) << i;
  }
}

}  // namespace
}  // namespace cocite::measure
