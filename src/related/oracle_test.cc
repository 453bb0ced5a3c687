// Every method against a naive version of itself.
#include "related/testing/oracle.h"

#include <gtest/gtest.h>

namespace cocite::related::testing {
namespace {

TEST(Oracle, AgreesOnEveryWebOfUpToThreePages) {
  for (int pages = 1; pages <= 3; ++pages) {
    expect_agreement_on_every_web(methods_with_oracle(), pages);
  }
}

TEST(Oracle, AgreesOnRandomWebs) {
  expect_agreement(methods_with_oracle(), 1, 12);
}

}  // namespace
}  // namespace cocite::related::testing
