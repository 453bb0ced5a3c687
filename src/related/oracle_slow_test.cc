// Every method against a naive version of itself, on thousands of webs.
#include <gtest/gtest.h>

#include "related/testing/oracle.h"

namespace cocite::related::testing {
namespace {

TEST(OracleSlow, AgreesOnEveryWebOfFourPages) {
  expect_agreement_on_every_web(methods_with_oracle(), 4);
}

TEST(OracleSlow, AgreesOnAThousandRandomWebs) {
  expect_agreement(methods_with_oracle(), 1000, 1999);
}

}  // namespace
}  // namespace cocite::related::testing
