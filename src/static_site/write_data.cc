#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>

#include <cocite/output.h>

#include "base/json_text.h"
#include "static_site/related_lists.h"
#include "static_site/static_site.h"

namespace cocite::static_site {
namespace {

struct Preset {
  std::string_view name;
  std::string_view file;  // below the source of the site
};

constexpr std::array kPresets = {
    Preset{"jekyll", "_data/related.json"},    Preset{"eleventy", "_data/related.json"},
    Preset{"hugo", "data/related.json"},       Preset{"astro", "src/data/related.json"},
    Preset{"docusaurus", "data/related.json"}, Preset{"mkdocs", "data/related.json"}};

constexpr std::array kFormats = {
    Format{"site", "a folder with related pages, a search box and their script, for a static site",
           write_site},
    Format{"frontmatter",
           "a data file with a related: list for each page, for static site generators",
           write_data}};

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

std::vector<std::string> data_presets() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) names.emplace_back(preset.name);
  return names;
}

// By path from the root, as generators have it: {"/a.html": {"related": [{"url": …, "title": …, "why": …}]}}
Result<ExportReport> write_data(const answer::Opened& opened, const ExportRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  std::string path = request.output;
  if (!request.preset.empty()) {
    const auto* const preset = std::ranges::find(kPresets, request.preset, &Preset::name);
    if (preset == kPresets.end()) {
      std::string known;
      for (const std::string& name : data_presets()) known += (known.empty() ? "" : ", ") + name;
      return fail({.message = "there is no preset '" + request.preset + "'; there are: " + known,
                   .about = "preset"});
    }
    path = (std::filesystem::path(path) / preset->file).string();
  }
  COCITE_CHECK(check_output(path, {.force = request.force, .inputs = {request.store}}));
  COCITE_TRY(const OwnPages own, OwnPages::choose(opened.store, {.site = request.site}));
  COCITE_TRY(const Rules rules, Rules::read(request.rules, opened.store, own));
  COCITE_TRY(const RelatedLists lists, related_lists(opened, own, rules, request));
  ExportReport report{.files = {path}, .pages = own.pages().size(), .notes = own.notes()};
  const std::string root = opened.store.names() == store::Names::kUrl ? "/" : "";
  std::vector<uint32_t> order(lists.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](uint32_t i) { return own.pages()[i].path; });
  std::string json = "{";
  for (const uint32_t number : order) {
    json += json.size() == 1 ? "\n" : ",\n";
    append_json(root + own.pages()[number].path, json);
    json += ": {\"related\": [";
    bool is_first = true;
    for (const Relative& one : lists[number]) {
      const OwnPage& other = own.pages()[one.page];
      json += std::string(is_first ? "" : ",") + "\n  {\"url\": ";
      append_json(root + other.path, json);
      json += ", \"title\": ";
      append_json(other.title, json);
      json += ", \"why\": ";
      append_json(one.why, json);
      json += '}';
      is_first = false;
    }
    json += "]}";
    report.links += lists[number].size();
  }
  json += "\n}\n";
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!request.preset.empty()) std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorCode::kIo, folder.string() + ": " + error.message());
  COCITE_CHECK(write_output(path, json, {.force = request.force, .inputs = {request.store}}));
  report.bytes = json.size();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace cocite::static_site
