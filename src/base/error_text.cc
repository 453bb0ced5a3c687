#include <cocite/result.h>

namespace cocite {
namespace {

std::string plain(std::string_view name, std::string_view value) {
  return std::string(name) + (value.empty() ? "" : "=") + std::string(value);
}

// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string>& words, const char* last) {
  std::string list;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? last : ", ";
    list += words[i];
  }
  return list;
}

std::string remedy_text(const Remedy& remedy, const SpellOption& spell) {
  std::string text;
  if (!remedy.command.empty()) text = "'cocite " + remedy.command;
  for (const std::string& argument : remedy.arguments) {
    text += ' ';
    text += argument;
  }
  for (const auto& [name, value] : remedy.options) {
    if (!text.empty()) text += ' ';
    text += spell(name, value);
  }
  if (!remedy.command.empty()) text += '\'';
  return text;
}

}  // namespace

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kAlreadyExists:
      return "already_exists";
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kBusy:
      return "busy";
    case ErrorCode::kCancelled:
      return "cancelled";
    case ErrorCode::kNoEvidence:
      return "no_evidence";
  }
  return "unknown";
}

std::string error_text(const Error& error, const SpellOption& spell) {
  if (!spell) return error_text(error, plain);
  std::string text = error.about.empty() ? "" : spell(error.about, "");
  if (!text.empty()) text += ": ";
  text += error.message;
  if (error.nearest.size() == 1) text += "; did you mean " + error.nearest[0] + "?";
  if (error.nearest.size() > 1) text += "; nearest: " + listed(error.nearest, ", ");
  std::vector<std::string> ways;
  for (const Remedy& remedy : error.remedies) ways.push_back(remedy_text(remedy, spell));
  if (!ways.empty()) text += "; try " + listed(ways, " or ");
  return text;
}

}  // namespace cocite
