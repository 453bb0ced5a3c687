#include "sites/host_graph.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/mapped_file.h"
#include "ingest/host_graph.h"

namespace cocite::sites {
namespace {

namespace fs = std::filesystem;

// Of the store itself, if its path is a link: the new graph must be next to it, on the same disk.
std::string inner_path(const store::Store& store, On on) {
  std::error_code error;
  const fs::path real = fs::canonical(store.path(), error);
  return (error ? store.path() : real.string()) + "/" + std::string(store::word_of(on)) + ".cocite";
}

// A folder that goes away, whatever happens.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make() {
    std::error_code error;
    std::string name = fs::temp_directory_path(error).string() + "/cocite-XXXXXX";
    if (error || ::mkdtemp(name.data()) == nullptr) {
      return fail(ErrorCode::kIo, name + ": cannot be made; TMPDIR may name another place");
    }
    return TemporaryFolder(std::move(name));
  }
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// An open store stays valid, so its folder can be removed at once.
Result<HostGraph> make_for_now(const store::Store& store, On on, const GraphOptions& options,
                               const Error& why) {
  COCITE_TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const std::string path = folder.path() + "/" + std::string(store::word_of(on)) + ".cocite";
  COCITE_CHECK(ingest::make_host_graph(store, on, path, false, options));
  COCITE_TRY(store::Store made, store::Store::open(path));
  return HostGraph{
      .store = std::move(made),
      .is_kept = false,
      .why_not_kept = why.message,
      .notes = {"the graph of " + std::string(store::word_of(on)) +
                " cannot be kept in the store, and is made again each time (" + why.message + ")"}};
}

}  // namespace

Result<store::Store> find_host_graph(const store::Store& store, On on) {
  COCITE_TRY(store::Store found, store::Store::open(inner_path(store, on)));
  if (found.facts().on != on || found.facts().made_from != ingest::origin_of(store, on)) {
    return fail(ErrorCode::kNotFound, found.path() + ": was made from another store");
  }
  return found;
}

Result<HostGraph> open_host_graph(const store::Store& store, On on, const GraphOptions& options) {
  const std::string name(store::word_of(on));
  if (store.names() != store::Names::kUrl) {
    return fail(
        {.code = ErrorCode::kUnsupported,
         .message = "questions about " + name +
                    " need pages with URLs: the pages of this store are " +
                    (store.names() == store::Names::kNumbers ? "numbers" : "opaque names") +
                    ", not URLs; ask about pages ('related'), or import it with URLs (a BVGraph "
                    "with a file of names)"});
  }
  const std::string path = inner_path(store, on);
  for (;;) {
    Result<store::Store> found = find_host_graph(store, on);
    if (found) return HostGraph{.store = *std::move(found)};
    if (!options.makes) {
      return fail({.code = ErrorCode::kUnsupported,
                   .message = store.path() + ": the graph of its " + name + " is not made yet",
                   .about = "on",
                   .remedies = {{.command = "prepare", .arguments = {store.path()}}}});
    }
    std::error_code error;
    const bool replaces = fs::exists(path + "/manifest", error);
    const Result<void> made = ingest::make_host_graph(store, on, path, replaces, options);
    if (made) {
      // By its own name it may be another one's already, if the store was replaced meanwhile.
      COCITE_TRY(store::Store opened, store::Store::open(path));
      if (opened.facts().made_from == ingest::origin_of(store, on)) {
        return HostGraph{.store = std::move(opened)};
      }
      return make_for_now(store, on, options, {ErrorCode::kBusy, "the store was replaced"});
    }
    switch (made.error().code) {
      case ErrorCode::kBusy:  // another process is making it
        break;
      case ErrorCode::kAlreadyExists:  // it has just done so, or something else is in the way
        // Replacing it was refused: waiting would not end.
        if (!replaces && fs::exists(path + "/manifest", error)) break;
        return make_for_now(store, on, options,
                            {ErrorCode::kAlreadyExists, path + ": is something else"});
      case ErrorCode::kIo:
      case ErrorCode::kNotFound:
        return make_for_now(store, on, options, made.error());
      default:
        return tl::unexpected<Error>(made.error());
    }
    if (is_stopped(options)) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    if (options.progress) {
      options.progress({.stage = "waiting for another process to make the graph of " + name});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace cocite::sites
