#include "serve/roster.h"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

using std::chrono::seconds;

class Caller final : public Roster::Guest {
 public:
  void hang_up() override {
    if (is_broken) throw std::bad_alloc();
    ++hung_up;
  }
  int hung_up = 0;
  bool is_broken = false;
};

const Roster::Time kStart = Roster::Time() + seconds(1000);

TEST(Roster, TheOneThatKeptUsWaitingLongestGoes) {
  Roster roster;
  Caller slow;
  Caller idle;
  Caller computing;
  Caller newcomer;
  roster.enter(slow, kStart);
  roster.enter(idle, kStart + seconds(1));
  roster.enter(computing, kStart + seconds(2));
  roster.set(computing, Doing::kComputing, Roster::Time::max(), kStart + seconds(2));
  roster.set(slow, Doing::kTalking, Roster::Time::max(), kStart + seconds(3));
  roster.enter(newcomer, kStart + seconds(4));
  EXPECT_TRUE(roster.make_room());
  EXPECT_EQ(idle.hung_up, 1);
  EXPECT_TRUE(roster.make_room());
  EXPECT_EQ(slow.hung_up, 1);
  EXPECT_EQ(newcomer.hung_up, 0);
  EXPECT_EQ(roster.size(), 4U);
  EXPECT_EQ(roster.staying(), 2U);
  EXPECT_TRUE(roster.make_room());
  EXPECT_EQ(newcomer.hung_up, 1);
  // Connections that wait for an answer are not closed, however long that takes.
  EXPECT_FALSE(roster.make_room());
  EXPECT_EQ(computing.hung_up, 0);
  for (Caller* caller : {&slow, &idle, &computing, &newcomer}) roster.leave(*caller);
  EXPECT_EQ(roster.size(), 0U);
}

TEST(Roster, LateOnesAreHungUpOnce) {
  Roster roster;
  std::vector<Caller> callers(3);
  for (Caller& caller : callers) roster.enter(caller, kStart);
  roster.set(callers[0], Doing::kIdle, kStart + seconds(1), kStart);
  roster.set(callers[1], Doing::kTalking, kStart + seconds(2), kStart);
  roster.hang_up_late(kStart + seconds(2));
  EXPECT_EQ(callers[0].hung_up, 1);
  EXPECT_EQ(callers[1].hung_up, 0);
  // One that has not noticed yet that it was hung up gets no new deadline.
  roster.set(callers[0], Doing::kIdle, kStart + seconds(3), kStart);
  roster.hang_up_late(kStart + seconds(4));
  EXPECT_EQ(callers[0].hung_up, 1);
  EXPECT_EQ(callers[1].hung_up, 1);
  roster.hang_up_idle();
  EXPECT_EQ(callers[2].hung_up, 1);
  EXPECT_EQ(roster.staying(), 0U);
  for (Caller& caller : callers) roster.leave(caller);
}

TEST(Roster, OneThatCannotBeHungUpStaysForAnotherTry) {
  Roster roster;
  Caller caller;
  roster.enter(caller, kStart);
  caller.is_broken = true;
  EXPECT_THROW(roster.make_room(), std::bad_alloc);
  EXPECT_EQ(roster.staying(), 1U);
  caller.is_broken = false;
  EXPECT_TRUE(roster.make_room());
  EXPECT_EQ(caller.hung_up, 1);
  roster.leave(caller);
}

}  // namespace
}  // namespace cocite::serve
