// A folder for copies of a store, which goes away again.
//
//   COCITE_TRY(const Scratch scratch, Scratch::make(request.scratch));
//   scratch.file("copy.cocite")
//
// One thread.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <cocite/result.h>

namespace cocite::file {

class Scratch {
 public:
  // In `where`, or in the system's folder for such things.
  [[nodiscard]] static Result<Scratch> make(const std::string& where);
  Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace cocite::file
