#include "related/graph_of_sites.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace cocite::related {
namespace {

// "eff.org", "a-b.co.uk:8080"; not "eff", "eff.org/", "p.12", "a b.c".
bool is_host_name(std::string_view name) {
  name = name.substr(0, name.find(':'));
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.size() < dot + 3) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_part = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c < 0;
  };
  const std::string_view last = name.substr(dot + 1);
  return std::ranges::all_of(name, is_part) &&
         (std::ranges::all_of(last, [&](char c) { return is_letter(c) || c < 0; }) ||
          last.starts_with("xn--"));
}

}  // namespace

Result<bool> is_graph_of_sites(const Web& web) {
  if (web.store().facts().on != On::kPages) return true;
  if (web.store().names() == store::Names::kNumbers) return false;
  COCITE_TRY(const auto kept, web.keep<bool>("graph of sites", [](const Web& of) -> Result<bool> {
    constexpr uint64_t kLooks = 1000;
    constexpr double kNearlyAll = 0.95;
    const uint64_t looks = std::min(kLooks, of.pages());
    uint64_t hosts = 0;
    for (uint64_t i = 0; i < looks; ++i) {
      COCITE_TRY(const std::string key, of.store().key(page_id(i * of.pages() / looks)));
      if (of.store().names() == store::Names::kUrl ? key.ends_with(")/") : is_host_name(key)) {
        ++hosts;
      }
    }
    return static_cast<double>(hosts) > kNearlyAll * static_cast<double>(looks);
  }));
  return *kept;
}

}  // namespace cocite::related
