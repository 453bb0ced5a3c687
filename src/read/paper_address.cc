#include "read/paper_address.h"

#include <algorithm>

#include "base/ascii.h"
#include "read/file_tree.h"

namespace cocite::read {

std::string doi_address(std::string_view doi) {
  doi = trim(doi);
  const size_t begin = doi.find("10.");
  if (begin == std::string_view::npos) return {};
  std::string before(doi.substr(0, begin));
  std::ranges::transform(before, before.begin(), to_lower);
  const bool is_address = before.find("doi.org/") != std::string::npos;
  const bool has_prefix = before == "doi:" || before == "doi: " || before == "doi ";
  if (!before.empty() && !is_address && !has_prefix) return {};
  std::string name(doi.substr(begin));
  const size_t slash = name.find('/');
  if (slash == std::string::npos || slash < 4 || slash + 1 == name.size()) return {};
  if (std::ranges::any_of(name, [](char c) { return is_space(c) || is_control(c); })) return {};
  std::ranges::transform(name, name.begin(), to_lower);
  // An address has it escaped already; a name by itself may have any character.
  return "https://doi.org/" + (is_address ? name : escaped_path(name));
}

std::string work_address(std::string_view id) {
  constexpr std::string_view kSite = "https://openalex.org/";
  id = trim(id);
  if (id.starts_with(kSite)) id.remove_prefix(kSite.size());
  const bool is_work = id.size() > 1 && (id[0] == 'W' || id[0] == 'w') &&
                       std::ranges::all_of(id.substr(1), is_digit);
  if (is_work) return std::string(kSite) + "W" + std::string(id.substr(1));
  // Works of others that use the same fields, by whatever address they have.
  return id.starts_with("https://") || id.starts_with("http://") ? std::string(id) : std::string();
}

}  // namespace cocite::read
