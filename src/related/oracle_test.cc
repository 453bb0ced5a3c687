// Every method against a naive version of itself.
#include "related/testing/oracle.h"

#include <string>

#include <gtest/gtest.h>

namespace cocite::related::testing {
namespace {

class Oracle : public ::testing::TestWithParam<std::string> {};

TEST_P(Oracle, AgreesOnEveryWebOfUpToThreePages) {
  const std::string method = GetParam();
  for (int pages = 1; pages <= 3; ++pages) expect_agreement_on_every_web({&method, 1}, pages);
}

TEST_P(Oracle, AgreesOnRandomWebs) {
  const std::string method = GetParam();
  expect_agreement({&method, 1}, 1, 12);
}

INSTANTIATE_TEST_SUITE_P(All, Oracle, ::testing::ValuesIn(methods_with_oracle()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace cocite::related::testing
