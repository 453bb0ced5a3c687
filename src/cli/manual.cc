#include "cli/manual.h"

#include <algorithm>
#include <string_view>

#include <cocite/version.h>

#include "api/json_writer.h"
#include "cli/help.h"

namespace cocite::cli {
namespace {

// Text for roff: backslashes and dashes stand for themselves, and no line begins a request.
std::string roff(std::string_view text) {
  std::string out;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    begins_line = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  });
  return text;
}

std::string page_name(std::string command) {
  std::ranges::replace(command, ' ', '-');
  return "cocite-" + command;
}

std::string head(const std::string& name, const std::string& summary) {
  return ".TH " + upper(name) + " 1 \"\" \"Cocite " + version() + "\" \"Cocite\"\n.SH NAME\n" +
         roff(name) + " \\- " + roff(summary) + '\n';
}

std::string entries(const std::vector<OptionInfo>& options, bool of_experts) {
  std::string text;
  for (const OptionInfo& option : options) {
    if (option.is_expert != of_experts) continue;
    const bool is_argument = !option.name.starts_with('-');
    text += ".TP\n.B " + roff(is_argument ? option.name : spelled(option)) + '\n' +
            roff(option.help) + '\n';
  }
  return text;
}

std::string verbatim(std::string_view text) {
  return ".PP\n.nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nfailed; standard error says why and what to try\n"
    ".TP\n.B 2\nwrong usage\n";

}  // namespace

std::string program_manual(const std::vector<CommandInfo>& commands) {
  std::string text =
      head("cocite", "find related pages in a link graph, with reasons") +
      ".SH SYNOPSIS\n.B cocite\n.I COMMAND\n[OPTIONS] ...\n.SH DESCRIPTION\n"
      "Cocite turns crawls, web archives, wikis, folders of HTML and link lists into a store: a\n"
      "compact, checksummed link graph on disk. It then answers questions about it: which pages\n"
      "are related and why, which matter, what is wrong with a site.\n"
      "Each command has a manual page of its own, such as\n.BR cocite\\-related (1).\n";
  for (const TaskInfo& task : task_infos()) {
    text += ".SS " + roff(task.title) + '\n';
    for (const CommandInfo& command : commands) {
      if (command.is_hidden || command.is_group || task_of(command.name) != task.title) continue;
      text += ".TP\n.B " + roff(command.name) + '\n' + roff(command.summary) + '\n';
    }
  }
  text +=
      ".SH OPTIONS\n.TP\n.B \\-\\-version\nprint the version and what this build can do\n"
      ".TP\n.B \\-h,\\-\\-help\nprint help; after a command, help about it\n";
  return text + std::string(kExitStatus);
}

std::string command_manual(const CommandInfo& command) {
  std::string text = head(page_name(command.name), command.summary) + ".SH SYNOPSIS\n.B " +
                     roff(usage_of(command)) + "\n.SH DESCRIPTION\n" + roff(command.summary) +
                     ".\n";
  if (!command.about.empty()) text += verbatim(command.about);
  if (!command.arguments.empty()) text += ".SH ARGUMENTS\n" + entries(command.arguments, false);
  text += ".SH OPTIONS\n" + entries(command.options, false);
  if (const std::string experts = entries(command.options, true); !experts.empty()) {
    text += ".SS Options for experts\n" + experts;
  }
  if (!command.examples.empty()) {
    std::string lines;
    for (const std::string& example : command.examples) lines += example + '\n';
    text += ".SH EXAMPLES\n" + verbatim(lines);
  }
  return text + std::string(kExitStatus) + ".SH SEE ALSO\n.BR cocite (1)\n";
}

std::string described_json(const std::vector<CommandInfo>& commands) {
  api::JsonWriter json;
  json.begin('[');
  const auto put_all = [&](std::string_view key, const std::vector<OptionInfo>& options) {
    json.key(key).begin('[');
    for (const OptionInfo& option : options) {
      json.line().begin('{').field("name", option.name);
      if (!option.short_name.empty()) json.field("short", option.short_name);
      if (!option.value.empty()) json.field("value", option.value);
      json.field("help", option.help);
      if (!option.choices.empty()) {
        json.key("choices").begin('[');
        for (const std::string& word : option.choices) json.value(word);
        json.end(']');
      }
      json.field("level", option.is_expert ? "expert" : "everyday");
      json.field("required", option.is_required).field("repeatable", option.is_repeatable).end('}');
    }
    json.end(']');
  };
  for (const CommandInfo& command : commands) {
    if (command.is_hidden) continue;
    json.line().begin('{').field("name", command.name);
    json.field("summary", command.summary).field("task", task_of(command.name));
    json.field("usage", usage_of(command)).field("group", command.is_group);
    put_all("arguments", command.arguments);
    put_all("options", command.options);
    json.key("examples").begin('[');
    for (const std::string& example : command.examples) json.value(example);
    json.end(']').field("about", command.about).end('}');
  }
  return json.end(']').take() + '\n';
}

}  // namespace cocite::cli
