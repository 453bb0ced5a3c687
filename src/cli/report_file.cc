#include "cli/report_file.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/output.h"

namespace cocite::cli {

Result<void> write_report_file(const std::string& path, std::string_view html, bool force) {
  if (path.empty() || path == "-") {
    standard_output().write(html);
    return standard_output().finish();
  }
  std::error_code error;
  if (!force && std::filesystem::exists(path, error)) {
    return fail({.code = ErrorCode::kAlreadyExists,
                 .message = path + ": exists already",
                 .remedies = {{.options = {{"force", ""}}}}});
  }
  // Devices and pipes cannot be renamed over.
  const bool is_file =
      !std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error);
  const std::string aside = is_file ? path + ".part" : path;
  std::ofstream file(aside, std::ios::binary);
  file << html;
  file.close();
  const bool is_written = static_cast<bool>(file);
  if (is_written && is_file) std::filesystem::rename(aside, path, error);
  if (!is_written || (is_file && error)) {
    std::error_code ignored;
    if (is_file) std::filesystem::remove(aside, ignored);
    return fail(ErrorCode::kIo, path + ": the report cannot be written here");
  }
  return {};
}

}  // namespace cocite::cli
