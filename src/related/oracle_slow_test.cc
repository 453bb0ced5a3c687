// Every method against a naive version of itself, on thousands of webs.
#include <string>

#include <gtest/gtest.h>

#include "related/testing/oracle.h"

namespace cocite::related::testing {
namespace {

class SlowOracle : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowOracle, AgreesOnThousandsOfRandomWebs) {
  expect_agreement(GetParam(), 1000, 3000);
}

INSTANTIATE_TEST_SUITE_P(All, SlowOracle, ::testing::ValuesIn(methods_with_oracle()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace cocite::related::testing
