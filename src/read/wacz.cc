// WACZ: web archives in a zip file, with a list of their pages. Read in place, from a file, a folder of them, or a
// multi-WACZ list. Rules: docs/formats/wacz.md.
//
// Archives are read as they are from files of their own. Each is compared with its SHA-256 in datapackage.json first;
// one that differs is left out and counted, as is one that cannot be read. pages/*.jsonl tell titles of pages: they
// count where no archive has the page itself.
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <openssl/sha.h>
#include <simdjson.h>

#include "read/archive_date.h"
#include "read/file_tree.h"
#include "read/page_emitter.h"
#include "read/record_source.h"
#include "read/source.h"
#include "read/spooled_file.h"
#include "read/zip_file.h"

namespace cocite::read {
namespace warc {
extern const SourceInfo kInfo;
}
namespace wacz {
namespace {

namespace fs = std::filesystem;

// What is unpacked in memory: lists, and archives that are packed twice.
constexpr uint64_t kMaxUnpackedBytes = uint64_t{256} << 20;
// What is parsed as one JSON document, which takes a dozen times its size.
constexpr uint64_t kMaxListBytes = uint64_t{16} << 20;
constexpr size_t kMaxLineBytes = size_t{1} << 20;
constexpr std::string_view kMulti = "multi-wacz-package";

std::string sha256_of(std::span<const char> bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  std::string text = "sha256:";
  for (const unsigned char byte : digest) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 15U];
  }
  return text;
}

// Calls use(resource) for each object of the list "resources".
template <class Use>
bool for_each_resource(std::string_view json, Use&& use) {
  simdjson::dom::parser parser;
  simdjson::dom::array resources;
  const simdjson::padded_string padded(json);
  if (parser.parse(padded)["resources"].get(resources) != simdjson::SUCCESS) return false;
  for (const simdjson::dom::element one : resources) {
    simdjson::dom::object resource;
    if (one.get(resource) == simdjson::SUCCESS) use(resource);
  }
  return true;
}

std::string text_of(const simdjson::dom::object& object, std::string_view name) {
  std::string_view text;
  return object[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

// The titles of pages: a JSON object a line, the first of which tells what they are.
class TitlesPiece final : public Piece {
 public:
  TitlesPiece(std::string text, const SourceOptions& options)
      : text_(std::move(text)), options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = text_.size();
    PageEmitter emitter(options_, block);
    simdjson::dom::parser parser;
    for (std::string_view left = text_; !left.empty();) {
      const size_t end = std::min(left.find('\n'), left.size());
      page(left.substr(0, end), parser, emitter, block);
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }

 private:
  static void page(std::string_view line, simdjson::dom::parser& parser, PageEmitter& emitter,
                   LinkBlock& block) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    ++block.lines;
    if (line.size() > kMaxLineBytes) return block.skip(SkipReason::kLineTooLong, 0, line);
    simdjson::dom::object object;
    if (parser.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) {
      return block.skip(SkipReason::kBadJson, 0, line);
    }
    const std::string url = text_of(object, "url");
    const std::string title = text_of(object, "title");
    if (url.empty() || title.empty() || title == url) return;
    const auto date = parse_date(text_of(object, "ts")).value_or(0);
    if (!emitter.begin_extract(url, static_cast<uint32_t>(std::clamp<int64_t>(
                                        date, 0, std::numeric_limits<uint32_t>::max())))) {
      return;
    }
    emitter.title(title);
  }

  std::string text_;
  SourceOptions options_;
};

// Says why an archive was left out.
class TroublePiece final : public Piece {
 public:
  explicit TroublePiece(std::string why) : why_(std::move(why)) {}
  void parse(LinkBlock& block) override { block.skip(SkipReason::kNotReadable, 0, why_); }

 private:
  std::string why_;
};

// One file: its lists of pages, then its archives.
class Package {
 public:
  static Result<Package> open(const std::string& path) {
    COCITE_TRY(MappedFile file, MappedFile::open(path));
    return of(std::move(file), path);
  }
  static Result<Package> of(MappedFile file, const std::string& path) {
    COCITE_TRY(ZipFile zip, ZipFile::of(std::move(file), path));
    Package package{std::make_unique<ZipFile>(std::move(zip)), {}, {}};
    for (const ZipEntry& entry : package.zip->entries()) {
      const std::string_view name = entry.name;
      const bool is_archive = name.starts_with("archive/") && !name.ends_with('/');
      const bool is_list = name.starts_with("pages/") && name.ends_with(".jsonl");
      if (is_archive || is_list) package.members.push_back(&entry);
    }
    std::ranges::sort(package.members, {}, [](const ZipEntry* entry) {
      return std::pair(entry->name.front() == 'a', entry->name);
    });
    if (package.members.empty() || package.members.back()->name.front() != 'a') {
      return fail(
          ErrorCode::kUnsupported,
          path +
              ": is a zip file without archives (archive/*.warc.gz), and no WACZ; unpack it first");
    }
    COCITE_CHECK(package.read_digests());
    return package;
  }

  [[nodiscard]] Result<void> check(const ZipEntry& entry, std::span<const char> bytes) const {
    const auto known = digests.find(entry.name);
    if (known == digests.end() || known->second == sha256_of(bytes)) return {};
    return fail(
        ErrorCode::kCorrupt,
        entry.name + ": its SHA-256 is not the one in datapackage.json (" + zip->path() + ")");
  }

  std::unique_ptr<ZipFile> zip;  // members are views of it
  std::vector<const ZipEntry*> members;
  std::map<std::string, std::string> digests;  // by path

 private:
  Result<void> read_digests() {
    const ZipEntry* const list = zip->find("datapackage.json");
    if (list == nullptr) return {};  // before version 1.1
    COCITE_TRY(const std::string text, zip->unpack(*list, kMaxListBytes));
    const bool is_read = for_each_resource(text, [&](const simdjson::dom::object& resource) {
      const std::string hash = text_of(resource, "hash");
      if (hash.starts_with("sha256:")) digests[text_of(resource, "path")] = hash;
    });
    if (is_read) return {};
    return fail(ErrorCode::kCorrupt, zip->path() + ": its datapackage.json cannot be read");
  }
};

class WaczSource final : public Source {
 public:
  WaczSource(std::string name, std::vector<std::string> files, const SourceOptions& options)
      : name_(std::move(name)), files_(std::move(files)), options_(options) {
    std::error_code error;
    for (const std::string& file : files_) {
      const auto size = fs::file_size(file, error);
      total_ += error ? 0 : size;
    }
  }
  // The only one of a file, so that its trouble is that of the input.
  void begin_with(Package package) { package_ = std::move(package); }

  Result<std::unique_ptr<Piece>> next() override {
    for (;;) {
      if (archive_) {
        auto piece = archive_->next();
        if (piece && *piece) return piece;
        done_ += archive_->bytes_total();
        archive_.reset();
        unpacked_.clear();
        if (!piece && piece.error().code == ErrorCode::kCancelled) return piece;
        if (!piece) return trouble(piece.error());
      } else if (!titles_.empty()) {
        return next_titles();
      } else if (package_ && member_ < package_->members.size()) {
        auto piece = begin_member(*package_->members[member_++]);
        if (!piece) return trouble(piece.error());
        if (*piece) return piece;
      } else if (at_ + (package_ ? 1 : 0) < files_.size()) {
        at_ += package_ ? 1 : 0;
        package_.reset();
        member_ = 0;
        auto package = Package::open(files_[at_]);
        if (package) {
          package_ = std::move(*package);
          continue;
        }
        files_.erase(files_.begin() + static_cast<ptrdiff_t>(at_));
        return trouble(package.error());
      } else {
        return std::unique_ptr<Piece>();
      }
    }
  }
  [[nodiscard]] uint64_t bytes_done() const override {
    return done_ + (archive_ ? archive_->bytes_done() : 0);
  }
  [[nodiscard]] uint64_t bytes_total() const override { return total_; }
  [[nodiscard]] std::string name() const override { return name_; }

 private:
  static Result<std::unique_ptr<Piece>> trouble(const Error& error) {
    return std::make_unique<TroublePiece>(error.message);
  }

  // Whole lines of the list of pages in work.
  std::unique_ptr<Piece> next_titles() {
    size_t end = std::min(options_.piece_bytes, titles_.size());
    end = std::min(titles_.find('\n', end), titles_.size());
    // Of a line that is too long, as much as shows that.
    const size_t shown = std::min(end, options_.piece_bytes + kMaxLineBytes + 1);
    auto piece = std::make_unique<TitlesPiece>(std::string(titles_.substr(0, shown)), options_);
    titles_.remove_prefix(end);
    return piece;
  }

  // A list of pages or an archive begins.
  Result<std::unique_ptr<Piece>> begin_member(const ZipEntry& entry) {
    const ZipFile& zip = *package_->zip;
    std::span<const char> bytes;
    if (ZipFile::is_stored(entry)) {
      COCITE_TRY(bytes, zip.stored(entry));
    } else {
      unpacked_ = {};  // one at a time
      COCITE_TRY(unpacked_, zip.unpack(entry, kMaxUnpackedBytes));
      bytes = unpacked_;
    }
    if (options_.verify) COCITE_CHECK(package_->check(entry, bytes));
    if (entry.name.front() == 'p') {
      done_ += entry.packed_bytes;
      titles_ = {bytes.data(), bytes.size()};
      return std::unique_ptr<Piece>();
    }
    COCITE_TRY(auto stream, RecordStream::from_memory(bytes, zip.path() + ": " + entry.name));
    COCITE_TRY(archive_, warc::kInfo.over(std::move(stream), options_));
    return std::unique_ptr<Piece>();
  }

  std::string name_;
  std::vector<std::string> files_;
  SourceOptions options_;
  size_t at_ = 0;
  std::optional<Package> package_;
  size_t member_ = 0;
  std::string unpacked_;     // the member in work, where it is packed
  std::string_view titles_;  // what is left of the list of pages in work
  std::unique_ptr<Source> archive_;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

bool is_wacz(const fs::path& path) {
  return extension_of(path.string()) == ".wacz";
}

bool recognises(std::string_view input, std::string_view first_bytes) {
  if (first_bytes.starts_with("PK\x03\x04")) return true;
  if (first_bytes.starts_with('{')) return first_bytes.find(kMulti) != std::string_view::npos;
  std::error_code error;
  if (!first_bytes.empty() || !fs::is_directory(input, error)) return false;
  fs::directory_iterator files(input, error);
  return !error &&
         std::any_of(begin(files), end(files), [](const auto& one) { return is_wacz(one.path()); });
}

// The files that a multi-WACZ list names, which lie beside it or below.
Result<std::vector<std::string>> files_of_list(const std::string& input, const MappedFile& list) {
  const std::string_view text(reinterpret_cast<const char*>(list.bytes().data()),
                              list.bytes().size());
  if (text.size() > kMaxListBytes) {
    return fail(ErrorCode::kUnsupported, input + ": is longer than a list of WACZ files can be");
  }
  std::vector<std::string> files;
  std::set<std::string> seen;
  std::string refused;
  const bool is_read = for_each_resource(text, [&](const simdjson::dom::object& resource) {
    const std::string path = text_of(resource, "path");
    const fs::path file = fs::path(path).lexically_normal();
    const bool is_beside = !path.empty() && file.is_relative() && *file.begin() != ".." &&
                           path.find("://") == std::string::npos;
    if (is_beside && !seen.insert(file.string()).second) return;
    if (is_beside) {
      files.push_back((fs::path(input).parent_path() / file).string());
    } else {
      refused = path;
    }
  });
  if (!is_read) return fail(ErrorCode::kCorrupt, input + ": is no list of WACZ files");
  if (!refused.empty()) {
    return fail(ErrorCode::kUnsupported,
                input + ": '" + refused +
                    "' is not beside the list; download it, and import the files themselves");
  }
  return files;
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  std::error_code error;
  std::vector<std::string> files;
  if (fs::is_directory(input, error)) {
    for (const auto& one : fs::directory_iterator(input, error)) {
      if (is_wacz(one.path())) files.push_back(one.path().string());
    }
    std::ranges::sort(files);
  } else {
    COCITE_TRY(MappedFile file, map_input(input, options.stop));
    if (!file.bytes().empty() && static_cast<char>(file.bytes().front()) == '{') {
      COCITE_TRY(files, files_of_list(input, file));
    } else {
      COCITE_TRY(Package package, Package::of(std::move(file), input));
      auto source = std::make_unique<WaczSource>(input, std::vector{input}, options);
      source->begin_with(std::move(package));
      return source;
    }
  }
  if (files.empty()) return fail(ErrorCode::kNotFound, input + ": there is no WACZ file in it");
  return std::make_unique<WaczSource>(input, std::move(files), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "wacz",
    .summary = "web archives in zip files (WACZ): a file, a folder of them, or a multi-WACZ list",
    .recognises = recognises,
    .takes_folders = true,
    .open = open,
};

}  // namespace wacz
}  // namespace cocite::read
