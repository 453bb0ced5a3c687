#include "serve/store_set.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "serve/problem.h"

namespace cocite::serve {
namespace {

// "/data/web.cocite/" -> "web".
std::string name_of(const std::string& path) {
  std::filesystem::path folder(path);
  if (!folder.has_filename()) folder = folder.parent_path();
  std::string name = folder.filename().string();
  constexpr std::string_view kEnding = ".cocite";
  if (name.size() > kEnding.size() && name.ends_with(kEnding)) {
    name.resize(name.size() - kEnding.size());
  }
  return name;
}

}  // namespace

Result<std::unique_ptr<StoreSet>> StoreSet::open(const std::vector<std::string>& paths,
                                                 const OpenOptions& options) {
  std::unique_ptr<StoreSet> set(new StoreSet(options));
  for (const std::string& path : paths) {
    Entry entry{.name = name_of(path), .path = path};
    const auto same = std::ranges::find(set->entries_, entry.name, &Entry::name);
    if (same != set->entries_.end()) {
      return fail(ErrorCode::kInvalidArgument, path + " and " + same->path +
                                                   " would both be called '" + entry.name +
                                                   "'; rename one of them");
    }
    entry.seen = Engine::seen_at(path);
    COCITE_TRY(Engine engine, Engine::open(path, options));
    entry.identity = engine.identity();
    entry.fresh = std::make_shared<const Engine>(std::move(engine));
    set->entries_.push_back(std::move(entry));
  }
  if (set->entries_.empty()) return fail(ErrorCode::kInvalidArgument, "there is no store to serve");
  return set;
}

Result<Served> StoreSet::get(std::string_view name) const {
  const std::scoped_lock lock(mutex_);
  const auto entry =
      name.empty() ? entries_.begin() : std::ranges::find(entries_, name, &Entry::name);
  if (entry == entries_.end()) {
    std::string names;
    for (const Entry& one : entries_) names += (names.empty() ? "" : ", ") + one.name;
    return fail(ErrorCode::kNotFound, "there is no store '" + std::string(name.substr(0, 100)) +
                                          "' here; there are " + names);
  }
  if (!entry->engine && !entry->trouble.empty()) return fail(ErrorCode::kCorrupt, entry->trouble);
  if (!entry->engine) {
    return fail(ErrorCode::kBusy, entry->name + " is being prepared; try again in a moment");
  }
  return Served{entry->engine, entry->name, entry->identity};
}

std::vector<std::string> StoreSet::names() const {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  return names;
}

Error StoreSet::without_paths(Error error) const {
  std::vector<std::pair<std::string, std::string>> places;
  {
    const std::scoped_lock lock(mutex_);
    for (const Entry& entry : entries_) places.emplace_back(entry.path, entry.name);
  }
  std::error_code failure;
  for (size_t i = 0, size = places.size(); i < size; ++i) {
    const auto real = std::filesystem::canonical(places[i].first, failure);
    if (!failure) places.emplace_back(real.string(), places[i].second);
  }
  // The longest first: one path may begin as another.
  std::ranges::sort(places, std::greater<>(), [](const auto& place) { return place.first.size(); });
  const auto scratch = std::filesystem::temp_directory_path(failure);
  if (!failure) places.emplace_back(scratch.string() + "/", "scratch/");
  for (const auto& [path, name] : places) hide_path(error, path, name);
  return error;
}

bool StoreSet::refresh(const Log& log) {
  bool is_changed = false;
  for (size_t i = 0;; ++i) {
    std::shared_ptr<const Engine> fresh;
    std::string path;
    std::string name;
    std::string before;
    {
      const std::scoped_lock lock(mutex_);
      if (i == entries_.size()) break;
      fresh = entries_[i].fresh;
      path = entries_[i].path;
      name = entries_[i].name;
      before = entries_[i].seen;
    }
    std::string seen = Engine::seen_at(path);
    std::string identity;
    if (!fresh && seen == before) continue;
    Result<void> done;
    if (!fresh || seen != before) {
      fresh.reset();
      Result<Engine> engine = Engine::open(path, options_);
      if (engine) {
        identity = engine->identity();
        fresh = std::make_shared<const Engine>(*std::move(engine));
      } else {
        done = tl::unexpected<Error>(engine.error());
      }
    }
    if (done) done = fresh->prepare();
    const bool is_settled =
        Engine::seen_at(path) == seen;  // not replaced again while it was opened
    const std::scoped_lock lock(mutex_);
    Entry& entry = entries_[i];
    entry.fresh.reset();
    entry.seen = is_settled ? seen : "";
    if (!done) {
      ++entry.failures;
      entry.trouble = done.error().message;
      log(name + ": " + done.error().message +
          (entry.engine ? "; the store as it was goes on being served" : ""));
      continue;
    }
    if (!is_settled) {
      entry.fresh = entry.engine ? nullptr : fresh;
      continue;
    }
    if (entry.engine) {
      ++entry.swaps;
      is_changed = true;
      log(name + ": was replaced; the new one is being served");
    }
    if (!identity.empty()) entry.identity = identity;
    entry.engine = std::move(fresh);
  }
  return is_changed;
}

bool StoreSet::is_ready() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::all_of(entries_, [](const Entry& entry) { return entry.engine != nullptr; });
}

std::vector<StoreSet::State> StoreSet::states() const {
  const std::scoped_lock lock(mutex_);
  std::vector<State> states;
  for (const Entry& entry : entries_) {
    states.push_back({entry.name, entry.engine, entry.swaps, entry.failures});
  }
  return states;
}

}  // namespace cocite::serve
