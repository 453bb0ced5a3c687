#include "cli/spelling.h"

#include <algorithm>

namespace cocite::cli {
namespace {

constexpr std::string_view kArguments[] = {"page", "answer", "store", "input", "words"};

// As a shell takes it.
std::string quoted(std::string_view value) {
  const bool is_plain = std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
  });
  return is_plain ? std::string(value) : "\"" + std::string(value) + "\"";
}

}  // namespace

std::string spell_option(std::string_view name, std::string_view value) {
  if (value.empty() && std::ranges::find(kArguments, name) != std::end(kArguments)) return "";
  std::string option = "--" + std::string(name);
  std::ranges::replace(option, '_', '-');
  return value.empty() ? option : option + " " + quoted(value);
}

std::string complaint(const Error& error) {
  Error shown = error;
  for (Remedy& remedy : shown.remedies) {
    if (remedy.command != "index") continue;  // a command of its own for other edges
    remedy.command = "prepare";
    remedy.arguments.emplace_back("--words");
  }
  return error_text(shown, spell_option);
}

}  // namespace cocite::cli
