// What somebody found out about all pages and would like to find again: arrays under a name.
//
//   const NewNotes notes{.name = "blend", .about = "…", .parts = {{"votes",
//   std::as_bytes(votes)}}}; COCITE_CHECK(save_notes(store, notes, goes_on));                 //
//   save_columns.h COCITE_TRY(const auto found, store.notes("blend")); if (found && found->about()
//   == expected) COCITE_TRY(auto votes, found->part<float>("votes"));
//
// Notes follow from the rest of the store: who misses them makes them again. What is in them is
// known to who wrote them alone; `about` says what that depends on. Any number of threads.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"

namespace cocite::store {

struct NewNotes {
  std::string name;
  std::string about;
  std::vector<std::pair<std::string, std::span<const std::byte>>> parts;
};

[[nodiscard]] inline std::string notes_file(std::string_view name) {
  return "notes-" + std::string(name);
}

[[nodiscard]] Result<void> write_notes(const std::string& path, const NewNotes& notes);

class Notes {
 public:
  [[nodiscard]] static Result<Notes> of(file::Container container);

  [[nodiscard]] const std::string& about() const { return about_; }
  // Checked. Valid while this lives.
  template <class T>
  [[nodiscard]] Result<std::span<const T>> part(std::string_view name) const {
    COCITE_TRY(const file::Section section, container_.section(name));
    return section.values<T>();
  }

 private:
  file::Container container_;
  std::string about_;
};

}  // namespace cocite::store
