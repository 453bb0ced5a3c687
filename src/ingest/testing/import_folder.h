// For tests: a folder with inputs and stores in it that goes away.
//
//   ImportFolder folder;
//   ImportRequest request = folder.request({"a\tb\n"});      // inputs 0.tsv, 1.tsv, ...
//   ASSERT_TRUE(import_store(request));
//   EXPECT_TRUE(folder.is_tidy());
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <cocite/query.h>

#include "file/scratch_file.h"

namespace cocite::ingest::testing {

class ImportFolder {
 public:
  ImportFolder() : place_("import") { std::filesystem::create_directories(place_.path()); }

  [[nodiscard]] std::string operator/(const std::string& name) const {
    return place_.path() + "/" + name;
  }
  [[nodiscard]] std::string store() const { return *this / "web.cocite"; }

  // Returns the path.
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }
  [[nodiscard]] ImportRequest request(const std::vector<std::string>& texts) const {
    ImportRequest request;
    request.store = store();
    for (size_t i = 0; i < texts.size(); ++i) {
      request.inputs.push_back(write(std::to_string(i) + ".tsv", texts[i]));
    }
    request.threads = 1;
    request.may_be_empty = true;
    return request;
  }
  // Nothing but inputs and stores: no draft, no lock, no temporary file.
  [[nodiscard]] bool is_tidy() const {
    for (const auto& entry : std::filesystem::directory_iterator(place_.path())) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".part") || name.ends_with(".lock")) return false;
      std::error_code error;
      if (std::filesystem::exists(entry.path() / "scratch", error)) return false;
    }
    return true;
  }
  // Every file of a store, by name.
  [[nodiscard]] std::map<std::string, std::string> files(const std::string& store) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(store)) {
      std::ifstream in(entry.path(), std::ios::binary);
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
  }

 private:
  file::ScratchFile place_;
};

}  // namespace cocite::ingest::testing
