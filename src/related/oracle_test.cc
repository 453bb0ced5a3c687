// Every method against a naive version of itself.
#include "related/testing/oracle.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace cocite::related::testing {
namespace {

class Oracle : public ::testing::TestWithParam<std::string> {};

TEST_P(Oracle, AgreesOnEveryWebOfUpToThreePages) {
  std::mt19937 random(1);
  for (int pages = 1; pages <= 3; ++pages) {
    const int links = pages * (pages - 1);
    for (unsigned bits = 0; bits < 1U << links; ++bits) {
      NaiveWeb web;
      int bit = 0;
      for (int x = 0; x < pages; ++x) {
        auto& list = web.children.emplace_back();
        web.host.push_back(x);
        for (int y = 0; y < pages; ++y) {
          if (x != y && (bits >> bit++ & 1U) != 0) list.push_back(y);
        }
      }
      choose_settings(web, random);
      if (bits % 2 == 1) web.host.back() = web.host[web.host.size() / 2];
      const TestStore store(web);
      for (int page = 0; page < pages; ++page) {
        SCOPED_TRACE(std::to_string(pages) + " pages, links " + std::to_string(bits));
        expect_same(store, web, GetParam(), {page});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Oracle, AgreesOnRandomWebs) {
  expect_agreement(GetParam(), 1, 12);
}

INSTANTIATE_TEST_SUITE_P(All, Oracle, ::testing::ValuesIn(methods_with_oracle()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace cocite::related::testing
