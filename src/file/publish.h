// A folder that appears whole or not at all, and is written by one process at a time.
//
//   COCITE_TRY(auto draft, Draft::begin("web.cocite", Draft::Existing::kRefuse));
//   ... write files into draft.folder() ...
//   COCITE_CHECK(draft.publish());   // now they are at "web.cocite"
//
// The draft stands beside its place, as "web.cocite.part", under a lock "web.cocite.lock" that dies
// with the process. Whatever ends a draft without publish() removes it; what a killed process left
// behind is removed by the next one. Replacing is an exchange of the two folders in one step.
#pragma once

#include <cstdint>
#include <string>

#include <cocite/result.h>

namespace cocite::file {

class Draft {
 public:
  enum class Existing : uint8_t { kRefuse, kReplace };

  [[nodiscard]] static Result<Draft> begin(const std::string& path, Existing existing);
  Draft(Draft&& other) noexcept;
  Draft& operator=(Draft&&) = delete;
  ~Draft();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // A folder for temporary files, inside the draft, gone when it is published.
  [[nodiscard]] std::string scratch(const std::string& name) const {
    return folder_ + "/scratch/" + name;
  }
  [[nodiscard]] Result<void> publish();

 private:
  Draft() = default;

  std::string path_;
  std::string folder_;
  std::string lock_path_;
  Existing existing_ = Existing::kRefuse;
  int lock_ = -1;
};

}  // namespace cocite::file
