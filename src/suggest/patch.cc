#include "suggest/patch.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cocite::suggest {
namespace {

constexpr size_t kContext = 3;

// With their ends, of which the last may lack its own.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void add_line(char sign, std::string_view line, std::string& patch) {
  patch += sign;
  patch += line;
  if (!line.ends_with('\n')) patch += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string patch_of(std::string_view name, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  const size_t lines = std::min(old_lines.size(), new_lines.size());
  std::string patch;
  for (size_t i = 0; i < lines;) {
    if (old_lines[i] == new_lines[i]) {
      ++i;
      continue;
    }
    const size_t first = i - std::min(i, kContext);
    // Changes so near that their contexts touch are one piece.
    size_t last = i;
    for (size_t k = i; k < lines && k <= last + 2 * kContext; ++k) {
      if (old_lines[k] != new_lines[k]) last = k;
    }
    const size_t end = std::min(lines, last + kContext + 1);
    if (patch.empty()) {
      patch = "--- a/" + std::string(name) + "\n+++ b/" + std::string(name) + "\n";
    }
    const std::string range = std::to_string(first + 1) + "," + std::to_string(end - first);
    patch += "@@ -" + range + " +" + range + " @@\n";
    for (size_t k = first; k < end;) {
      if (old_lines[k] == new_lines[k]) {
        add_line(' ', old_lines[k++], patch);
        continue;
      }
      size_t same = k;
      while (same < end && old_lines[same] != new_lines[same]) ++same;
      for (size_t j = k; j < same; ++j) add_line('-', old_lines[j], patch);
      for (size_t j = k; j < same; ++j) add_line('+', new_lines[j], patch);
      k = same;
    }
    i = end;
  }
  return patch;
}

}  // namespace cocite::suggest
