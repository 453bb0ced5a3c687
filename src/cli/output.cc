#include "cli/output.h"

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace cocite::cli {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

}  // namespace

void Output::write(std::string_view text) {
  if (is_closed()) return;
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !is_closed()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      is_closed_ = true;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
}

Result<void> Output::finish() {
  flush();
  if (error_ == 0) return {};
  return fail(ErrorCode::kIo, "standard output: " + std::generic_category().message(error_));
}

Output& standard_output() {
  static Output output(STDOUT_FILENO);
  return output;
}

}  // namespace cocite::cli
