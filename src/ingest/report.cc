#include <cstdio>

#include "ingest/ingest.h"

namespace cocite::ingest {
namespace {

// 1234567 -> "1,234,567"
std::string counted(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string decimal(double value, int places) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", places, value);
  return buffer;
}

std::string bytes_text(uint64_t bytes) {
  if (bytes >= 10'000'000'000) return decimal(static_cast<double>(bytes) / 1e9, 1) + " GB";
  if (bytes >= 10'000'000) return decimal(static_cast<double>(bytes) / 1e6, 1) + " MB";
  return counted(bytes) + " bytes";
}

}  // namespace

std::string report_text(const ImportReport& report) {
  std::string text = counted(report.pages) + " pages, " + counted(report.links) + " links, " +
                     counted(report.hosts) + " hosts";
  if (report.titles > 0) text += ", " + counted(report.titles) + " titles";
  if (report.texts > 0) text += ", " + counted(report.texts) + " texts";
  if (report.aliases > 0) text += ", " + counted(report.aliases) + " aliases";
  text += "\nread " + counted(report.lines) + " lines or records with " +
          counted(report.links_read) + " links";
  if (report.bytes > 0) text += " (" + bytes_text(report.bytes) + ")";
  const auto list = [&](const char* what, const auto& counts) {
    std::string all;
    for (const auto& [name, count] : counts) {
      all += (all.empty() ? "" : ", ") + counted(count) + " " + name;
    }
    if (!all.empty()) text += std::string("\n  ") + what + ": " + all;
  };
  list("records", report.records);
  if (report.fetches > 0) text += "\n  pages fetched: " + counted(report.fetches);
  list("links", report.link_uses);
  const auto dropped = [&](uint64_t count, const char* what) {
    if (count > 0) text += "\n  dropped " + counted(count) + " " + what;
  };
  dropped(report.self_links, "links of a page to itself");
  dropped(report.repeated_links, "repeated links on a page");
  dropped(report.replaced_links, "links of lists that another input replaces");
  if (report.visit_transitions > 0 || report.visit_lines > 0) {
    text += "\nvisits: " + counted(report.visit_clicks) + " clicks in " +
            counted(report.visit_transitions) + " transitions";
    if (report.visit_lines > 0) {
      text += "; read " + counted(report.visit_lines) + " lines of visits (" +
              bytes_text(report.visit_bytes) + ")";
    }
  }
  for (const Skipped& skipped : report.skipped) {
    text += "\n  left out " + counted(skipped.count) + ": " + skipped.reason;
    for (const std::string& sample : skipped.samples) text += "\n    " + sample;
  }
  for (const std::string& note : report.notes) text += "\nnote: " + note;
  text += "\nstore: " + bytes_text(report.store_bytes) + ", " + decimal(report.bits_per_link, 2) +
          " bits per link; " + decimal(report.seconds, 1) + " s";
  if (report.seconds > 0) {
    text +=
        " (" +
        counted(static_cast<uint64_t>(static_cast<double>(report.links_read) / report.seconds)) +
        " links/s";
    if (report.bytes > 0) {
      text += ", " + decimal(static_cast<double>(report.bytes) / report.seconds / 1e6, 0) + " MB/s";
    }
    text += ")";
  }
  text += ", " + bytes_text(report.peak_memory_bytes) + " of memory at most\n";
  for (const auto& [stage, seconds] : report.stage_seconds) {
    text += "  " + stage + ": " + decimal(seconds, 1) + " s\n";
  }
  return text;
}

}  // namespace cocite::ingest
