// A page written for somebody: into a file that appears whole, or to standard output.
//
//   COCITE_CHECK(write_report_file("report.html", html, /*force=*/false));
//
// One thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::cli {

// `path` empty or "-": standard output. kAlreadyExists where it is there and may not be replaced.
[[nodiscard]] Result<void> write_report_file(const std::string& path, std::string_view html,
                                             bool force);

}  // namespace cocite::cli
