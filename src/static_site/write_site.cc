#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <cocite/output.h>

#include "base/json_text.h"
#include "base/parallel.h"
#include "file/publish.h"
#include "file/raw_file.h"
#include "related/words_of.h"
#include "static_site/related_lists.h"
#include "static_site/search_index.h"
#include "static_site/static_site.h"

namespace cocite::static_site {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 2000;  // of a page's file
constexpr std::string_view kNames[] = {"cocite.js", "paths.json", "related", "search", "scratch"};

// Only what an export wrote is ever removed.
Result<void> may_remove(const std::string& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (std::ranges::find(kNames, name) != std::end(kNames)) continue;
    return fail(ErrorCode::kAlreadyExists,
                entry.path().string() +
                    ": was not written by an export and would be lost; name a "
                    "folder that holds nothing else");
  }
  if (error) return fail(ErrorCode::kIo, folder + ": " + error.message());
  return {};
}

Result<void> remove_all(const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) return fail(ErrorCode::kIo, folder + ": cannot be removed: " + error.message());
  return {};
}

class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  Result<void> make(const std::string& name) const {
    std::error_code error;
    fs::create_directories(path_ + "/" + name, error);
    if (error) return fail(ErrorCode::kIo, path_ + "/" + name + ": " + error.message());
    return {};
  }
  Result<void> write(const std::string& name, std::string_view bytes) {
    COCITE_TRY(file::RawFile file, file::RawFile::create(path_ + "/" + name));
    COCITE_CHECK(file.append(std::as_bytes(std::span(bytes))));
    COCITE_CHECK(file.flush());
    bytes_ += bytes.size();
    ++files_;
    return {};
  }
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  [[nodiscard]] uint64_t files() const { return files_; }

 private:
  std::string path_;
  uint64_t bytes_ = 0;
  uint64_t files_ = 0;
};

// {"url":"a.html","title":"A","related":[["b.html","B","why"],…]}, at most kMostBytes: the last go first.
std::string page_json(const OwnPages& own, uint32_t number, const std::vector<Relative>& list) {
  const auto text_of = [](const std::string& text) {
    std::string json;
    append_json(text, json);
    return json;
  };
  const OwnPage& page = own.pages()[number];
  std::string json =
      "{\"url\":" + text_of(page.path) + ",\"title\":" + text_of(page.title) + ",\"related\":[";
  bool is_first = true;
  for (const Relative& one : list) {
    const OwnPage& other = own.pages()[one.page];
    const std::string item = std::string(is_first ? "" : ",") + "\n[" + text_of(other.path) + "," +
                             text_of(other.title) + "," + text_of(one.why) + "]";
    if (json.size() + item.size() + 4 > kMostBytes) break;
    json += item;
    is_first = false;
  }
  return json + "]}\n";
}

struct Written {
  uint64_t links = 0;
  std::vector<std::string> clashes = {};
};

Result<Written> write_related(const OwnPages& own, const RelatedLists& lists, Folder& folder) {
  COCITE_CHECK(folder.make("related"));
  Written written;
  std::map<std::string, uint32_t> by_path;  // plain; pages come with the most linked first
  std::set<std::string> hashes;
  std::string paths = "{";
  for (uint32_t i = 0; i < lists.size(); ++i) {
    const std::string plain = plain_path(own.pages()[i].path);
    const auto [known, is_new] = by_path.emplace(plain, i);
    if (!is_new) {
      if (written.clashes.size() < 3) {
        written.clashes.push_back(own.pages()[known->second].path + " and " + own.pages()[i].path);
      }
      continue;
    }
    const std::string hash = path_hash(plain);
    if (!hashes.insert(hash).second) {
      return fail(ErrorCode::kUnsupported,
                  "two paths have the same hash; rename one of them: " + plain);
    }
    written.links += lists[i].size();
    COCITE_CHECK(folder.write("related/" + hash + ".json", page_json(own, i, lists[i])));
    paths += paths.size() == 1 ? "\n" : ",\n";
    append_json(own.pages()[i].path, paths);
    paths += ":\"" + hash + '"';
  }
  COCITE_CHECK(folder.write("paths.json", paths + "\n}\n"));
  return written;
}

Result<void> write_search(const answer::Opened& opened, const OwnPages& own, const Rules& rules,
                          const ExportRequest& request, Folder& folder, ExportReport& report) {
  Budget budget(0, request.stop);
  COCITE_TRY(const auto index, related::words_of(opened.web, &budget));
  if (index == nullptr) {
    report.notes.emplace_back(
        "no search: the store has no index of words, which cocite prepare makes");
    return {};
  }
  if (request.progress) request.progress({.stage = "packing words", .done = 0, .total = 1});
  COCITE_TRY(
      const SearchFiles files,
      make_search_files(opened.store, *index, own, rules,
                        {.threads = request.threads == 0 ? hardware_threads() : request.threads,
                         .stop = request.stop}));
  COCITE_CHECK(folder.make("search"));
  for (const auto& [name, bytes] : files.files) {
    COCITE_CHECK(folder.write("search/" + name, bytes));
  }
  return {};
}

}  // namespace

Result<ExportReport> write_site(const answer::Opened& opened, const ExportRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  std::string path = request.output;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path.empty() || path == "-") {
    return fail(
        {.message = "name the folder for the files, such as public/cocite", .about = "out"});
  }
  COCITE_CHECK(check_output_folder(path, {.force = request.force, .inputs = {request.store}}));
  std::error_code error;
  const bool is_there = fs::exists(fs::symlink_status(path, error));
  if (is_there) COCITE_CHECK(may_remove(path));
  COCITE_TRY(const OwnPages own, OwnPages::choose(opened.store, {.site = request.site}));
  COCITE_TRY(const Rules rules, Rules::read(request.rules, opened.store, own));
  COCITE_TRY(file::Draft draft, file::Draft::begin(path, path,
                                                   is_there ? file::Draft::Existing::kReplace
                                                            : file::Draft::Existing::kRefuse,
                                                   may_remove));
  COCITE_TRY(const RelatedLists lists, related_lists(opened, own, rules, request));
  Folder folder(draft.folder());
  ExportReport report{.pages = own.pages().size(), .notes = own.notes()};
  COCITE_CHECK(folder.write("cocite.js", script()));
  COCITE_TRY(const Written written, write_related(own, lists, folder));
  report.links = written.links;
  for (const std::string& clash : written.clashes) {
    report.notes.push_back("these are one path to most servers, and the first counts: " + clash);
  }
  COCITE_CHECK(write_search(opened, own, rules, request, folder, report));
  if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped; nothing was written");
  }
  COCITE_CHECK(draft.publish(remove_all));
  report.bytes = folder.bytes();
  report.files = {path + " (" + std::to_string(folder.files()) + " files)"};
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace cocite::static_site
