#include "cli/json.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "cli/table.h"

namespace cocite::cli {
namespace {

// Bytes of the UTF-8 character that `text` begins with; 0: it begins with none.
size_t utf8_size(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  const size_t size = first < 0x80   ? 1
                      : first < 0xC2 ? 0
                      : first < 0xE0 ? 2
                      : first < 0xF0 ? 3
                      : first < 0xF5 ? 4
                                     : 0;
  if (size < 2 || text.size() < size) return size == 1 ? 1 : 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  // Too long for what they say, halves of surrogate pairs, and beyond U+10FFFF.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) {
    return 0;
  }
  return size;
}

std::string control(char c) {
  std::array<char, 8> room{};
  std::snprintf(room.data(), room.size(), "\\u%04x", static_cast<unsigned>(c) & 0xFFU);
  return room.data();
}

std::string array(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() == 1 ? "" : ", ") + item;
  return text + "]";
}

std::string array_of_strings(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const std::string& text : texts) items.push_back(json_string(text));
  return array(items);
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const size_t size = utf8_size(text);
    const char c = text.front();
    if (size == 0) {
      result += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += control(c);
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result + '"';
}

std::string json_of_report(const ImportReport& report) {
  std::string text = "{";
  const auto put = [&](std::string_view name, const std::string& value) {
    text += (text.size() == 1 ? "\n  " : ",\n  ") + json_string(name) + ": " + value;
  };
  put("inputs", std::to_string(report.inputs));
  const auto put_counts = [&](std::string_view name, const auto& counts) {
    std::string object;
    for (const auto& [what, count] : counts) {
      object += (object.empty() ? "" : ", ") + json_string(what) + ": " + std::to_string(count);
    }
    put(name, "{" + object + "}");
  };
  put_counts("records", report.records);
  put_counts("link_uses", report.link_uses);
  put("fetches", std::to_string(report.fetches));
  put("aliases", std::to_string(report.aliases));
  put("texts", std::to_string(report.texts));
  put("lines", std::to_string(report.lines));
  put("bytes", std::to_string(report.bytes));
  put("links_read", std::to_string(report.links_read));
  put("self_links", std::to_string(report.self_links));
  put("repeated_links", std::to_string(report.repeated_links));
  put("replaced_links", std::to_string(report.replaced_links));
  put("pages_seen_again", std::to_string(report.pages_seen_again));
  put("pages", std::to_string(report.pages));
  put("links", std::to_string(report.links));
  put("hosts", std::to_string(report.hosts));
  put("titles", std::to_string(report.titles));
  std::vector<std::string> skipped;
  for (const Skipped& skip : report.skipped) {
    skipped.push_back("{\"reason\": " + json_string(skip.reason) +
                      ", \"count\": " + std::to_string(skip.count) +
                      ", \"samples\": " + array_of_strings(skip.samples) + "}");
  }
  put("skipped", array(skipped));
  std::vector<std::string> stages;
  for (const auto& [stage, seconds] : report.stage_seconds) {
    stages.push_back("{\"stage\": " + json_string(stage) + ", \"seconds\": " + json_of(seconds) +
                     "}");
  }
  put("stage_seconds", array(stages));
  put("seconds", json_of(report.seconds));
  put("store_bytes", std::to_string(report.store_bytes));
  put("bits_per_link", json_of(report.bits_per_link));
  put("peak_memory_bytes", std::to_string(report.peak_memory_bytes));
  put("notes", array_of_strings(report.notes));
  return text + "\n}\n";
}

}  // namespace cocite::cli
