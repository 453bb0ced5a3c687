#include "file/scratch_folder.h"

#include <cstdlib>
#include <system_error>

namespace cocite::file {

namespace fs = std::filesystem;

Result<Scratch> Scratch::make(const std::string& where) {
  std::error_code error;
  const fs::path parent = where.empty() ? fs::temp_directory_path(error) : fs::path(where);
  std::string pattern = (parent / "cocite-eval-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) {
    return fail({.code = ErrorCode::kIo,
                 .message = parent.string() +
                            ": cannot make a folder for copies of the store here; name another",
                 .about = "scratch"});
  }
  return Scratch(pattern);
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace cocite::file
