// A text that a user names: a list of pages, labels, a token. Read whole, unpacked if it is packed.
//
//   COCITE_TRY(const std::string text, read_text_file("pages.txt", {.stop = stop}));
//
// Files, named pipes and standard input; devices such as /dev/zero have no end and are refused. A small file that
// unpacks to gigabytes is refused, too. One thread at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include <cocite/result.h>

namespace cocite {

struct TextFileOptions {
  const std::atomic<bool>* stop = nullptr;  // set it: a pipe is waited for no longer
  uint64_t max_bytes = std::numeric_limits<uint64_t>::max();  // unpacked; more is an error
};

// "-" is standard input.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path,
                                                 const TextFileOptions& options = {});

}  // namespace cocite
