// From a list of pages and methods to a study: everybody is asked, and what they say is kept.
//
//   StudyPlan plan{.title = "Fruit", .pages = {"www.apples.example"}, .by = {"blend", "lli"}};
//   COCITE_TRY(NewStudy study, ask_methods(engine, plan, stop, progress));
//
// Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "study/desk.h"
#include "study/study.h"

namespace cocite::study {

// What one study may have; a rater would not get through more.
inline constexpr uint64_t kMostQueries = 200;
inline constexpr uint64_t kMostStudyTop = 100;
inline constexpr uint64_t kMostRaters = 100;
inline constexpr size_t kLongestName = 200;  // of a study or rater, in bytes

struct StudyPlan {
  std::string title = {};
  std::string store = {};
  std::vector<std::string> pages = {};
  std::vector<std::string> by = {};
  uint64_t top = 10;
  std::vector<std::string> raters = {};
};

// A name that can stand in a line of a file: not empty, not too long, no control characters.
[[nodiscard]] Result<void> check_name(std::string_view option, std::string_view name);

// A page without answers that is not in the graph is left out and counted. One that is in the
// graph stays: it counts as zero for all methods. kCancelled once `stop` is set.
[[nodiscard]] Result<NewStudy> ask_methods(const Engine& engine, const StudyPlan& plan,
                                           const std::atomic<bool>& stop,
                                           StudyDesk::Progress& progress);

}  // namespace cocite::study
