// Standard output, with every failure noticed.
//
//   Output& out = standard_output();
//   out.write("pages\t5\n");
//   return exit_code(out.finish());     // "standard output: No space left on device": 1
//
// A reader that has enough (`cocite links ... | head`) is no failure: is_closed() says that writing
// on is no use, and finish() is content. One thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::cli {

class Output {
 public:
  explicit Output(int fd) : fd_(fd) {}

  void write(std::string_view text);
  // Writes what is buffered; the first failure of all writes, if there was one.
  [[nodiscard]] Result<void> finish();
  // Nothing more can be written, so why go on computing?
  [[nodiscard]] bool is_closed() const { return is_closed_ || error_ != 0; }

 private:
  void flush();

  int fd_;
  std::string buffer_;
  int error_ = 0;  // errno of the first failure
  bool is_closed_ = false;
};

[[nodiscard]] Output& standard_output();

}  // namespace cocite::cli
