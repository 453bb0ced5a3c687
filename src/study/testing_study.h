// A study for the tests of this folder, and a folder that goes away.
//
//   TestFolder folder;
//   auto file = StudyFile::open(folder.path("studies.sqlite")).value();
//   const std::string id = file->add(fruit_study()).value();
//
// One thread.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "study/study.h"

namespace cocite::study {

class TestFolder {
 public:
  TestFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cocite_study_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

inline ShownPage shown(const std::string& page) {
  return {.page = page, .url = "http://" + page, .title = "Title of " + page};
}

inline MethodAnswer answer(const std::vector<std::string>& pages) {
  MethodAnswer made{.ms = 1, .why_none = pages.empty() ? "no evidence" : ""};
  for (const std::string& page : pages) made.pages.push_back(shown(page));
  return made;
}

// Two methods; the second query page has no answer by the second one, the third none at all.
inline NewStudy fruit_study() {
  return {.title = "Fruit",
          .store = "web",
          .by = {"companion", "cocitation"},
          .top = 3,
          .queries = {{shown("apples.example/"),
                       {answer({"pears.example/", "plums.example/", "axes.example/"}),
                        answer({"plums.example/", "quinces.example/"})}},
                      {shown("nuts.example/"), {answer({"seeds.example/"}), answer({})}},
                      {shown("lonely.example/"), {answer({}), answer({})}}},
          .unknown = 2,
          .repeated = 1,
          .raters = {"ann", "bob"}};
}

}  // namespace cocite::study
