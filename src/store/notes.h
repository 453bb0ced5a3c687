// Notes: derived data about all pages, kept in the store as named arrays.
//
//   NewNotes notes{.name = "blend", .about = "…", .parts = {{"votes", std::as_bytes(votes)}}};
//   COCITE_CHECK(save_notes(store, notes, goes_on));            // save_columns.h
//   COCITE_TRY(const auto found, store.notes("blend"));
//   if (found && found->about() == "…") COCITE_CHECK(found->part<float>("votes"));
//
// Notes follow from the rest of the store: who misses them makes them again. What is in them is
// known to who wrote them alone; `about` says what that depends on. Any number of threads.
#pragma once

#include <cstddef>
#include <functional>
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
  std::vector<std::string> replaces = {};  // names of notes that are obsolete
  // Writes more sections, for what would be too much in memory; called once.
  std::function<Result<void>(file::ContainerWriter& writer)> fill = {};
};

[[nodiscard]] Result<void> write_notes(file::ContainerWriter container, const NewNotes& notes);

class Notes {
 public:
  [[nodiscard]] static Result<Notes> of(file::Container container);

  [[nodiscard]] const std::string& about() const { return about_; }
  [[nodiscard]] const file::Container& container() const { return container_; }
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
