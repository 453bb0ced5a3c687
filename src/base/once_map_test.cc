#include "base/once_map.h"

#include <atomic>
#include <fstream>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace cocite {
namespace {

using Words = OnceMap<std::string>;

TEST(OnceMap, MakesEachOnceHoweverManyAsk) {
  Words words;
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (const std::string name : {"a", "b"}) {
        const auto word = words.get(name,
                                    [&made, name]() -> Result<std::string> {
                                      ++made;
                                      std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                      return name + name;
                                    },
                                    {.makes_aside = i % 2 == 0});
        ASSERT_TRUE(word);
        EXPECT_EQ(**word, name + name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 2);
}

// Holds the making of "slow" until told.
class Slow {
 public:
  Words::Make make() {
    return [this]() -> Result<std::string> {
      began_.set_value();
      goes_on_.get_future().wait();
      return std::string("slow");
    };
  }
  void wait_until_it_began() { began_.get_future().wait(); }
  void go_on() { goes_on_.set_value(); }

 private:
  std::promise<void> began_;
  std::promise<void> goes_on_;
};

TEST(OnceMap, OthersGoOnMeanwhile) {
  Words words;
  Slow slow;
  std::thread first([&] { EXPECT_TRUE(words.get("slow", slow.make())); });
  slow.wait_until_it_began();
  EXPECT_EQ(**words.get("quick", []() -> Result<std::string> { return std::string("quick"); }),
            "quick");
  // A caller of the same name waits as long as it allows.
  int asked = 0;
  const auto impatient = words.get("slow", slow.make(), {.is_over = [&] { return ++asked > 3; }});
  ASSERT_FALSE(impatient);
  EXPECT_EQ(impatient.error().code, ErrorCode::kBusy);
  EXPECT_EQ(asked, 4);
  slow.go_on();
  first.join();
  EXPECT_EQ(**words.get("slow", slow.make()), "slow");
}

TEST(OnceMap, MadeAsideNobodyHasToWait) {
  Slow slow;
  Words words;
  const auto early =
      words.get("slow", slow.make(), {.is_over = [] { return true; }, .makes_aside = true});
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, ErrorCode::kBusy);
  slow.go_on();
  EXPECT_EQ(**words.get("slow", slow.make()), "slow");
}

TEST(OnceMap, WhatFailedIsTriedAgain) {
  Words words;
  const auto failed =
      words.get("a", []() -> Result<std::string> { return fail(ErrorCode::kIo, "no"); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no");
  EXPECT_THROW(static_cast<void>(
                   words.get("a", []() -> Result<std::string> { throw std::runtime_error("no"); },
                             {.makes_aside = true})),
               std::runtime_error);
  EXPECT_TRUE(words.get("a", []() -> Result<std::string> { return std::string("yes"); }));
}

// Of this process, in bytes: each thread that was not joined keeps 8 MiB.
uint64_t address_space() {
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST(OnceMap, FailuresLeaveNoThreadBehind) {
  Words words;
  const auto fail_once = [&] {
    const auto failed =
        words.get("a", []() -> Result<std::string> { return fail({}); }, {.makes_aside = true});
    EXPECT_FALSE(failed);
  };
  fail_once();
  const uint64_t before = address_space();
  for (int i = 0; i < 500; ++i) fail_once();
  EXPECT_LT(address_space(), before + (uint64_t{1} << 30));
}

TEST(OnceMap, WhatComesAfterwardsKeepsNobodyWaiting) {
  Words words;
  Slow slow;  // here: a slow disk
  const auto make = []() -> Result<std::string> { return std::string("a"); };
  const Words::Then save = [&](const std::string&) { static_cast<void>(slow.make()()); };
  std::thread first([&] { EXPECT_TRUE(words.get("a", make, {}, save)); });
  slow.wait_until_it_began();
  EXPECT_TRUE(words.get("a", make, {}, save));
  slow.go_on();
  first.join();
}

}  // namespace
}  // namespace cocite
