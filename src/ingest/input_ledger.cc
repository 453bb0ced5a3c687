#include "ingest/input_ledger.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cocite/readable.h>

#include "base/hash.h"
#include "url/url.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSection = "inputs";
constexpr uint64_t kWholeBytes = uint64_t{64} << 20;
constexpr uint64_t kSampleBytes = uint64_t{64} << 10;
constexpr uint64_t kSamples = kWholeBytes / kSampleBytes;

std::string_view word_of(InputKind kind) {
  return kind == InputKind::kVisits ? "visits" : "pages";
}

struct Content {
  uint64_t bytes = 0;
  uint64_t digest = 0;
};

std::optional<Content> content_of_file(const std::string& path) {
  struct stat about {};
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(fd);
    return std::nullopt;
  }
  const auto size = static_cast<uint64_t>(about.st_size);
  // Samples, the last one up to the very end; of a small file they are all of it.
  const uint64_t count = std::min(kSamples, (size + kSampleBytes - 1) / kSampleBytes);
  std::vector<std::byte> sample(kSampleBytes);
  Hasher hasher;
  bool is_read = true;
  for (uint64_t i = 0; i < count && is_read; ++i) {
    const uint64_t last = size > kSampleBytes ? size - kSampleBytes : 0;
    const uint64_t at = size <= kWholeBytes ? i * kSampleBytes : last / (kSamples - 1) * i;
    const uint64_t place = i + 1 == count && size > kWholeBytes ? last : at;
    const ssize_t got = ::pread(fd, sample.data(), sample.size(), static_cast<off_t>(place));
    is_read = got > 0;
    if (is_read) hasher.add(std::span(sample).first(static_cast<size_t>(got)));
  }
  ::close(fd);
  if (!is_read) return std::nullopt;
  return Content{.bytes = size, .digest = mix(hasher.value() ^ mix(size))};
}

// Of a folder: of all files in it, with their names.
std::optional<Content> content_of(const std::string& input) {
  std::error_code error;
  const size_t equals = input.find('=');
  const bool is_named = equals != std::string::npos && !fs::exists(input, error);  // DIR=base
  const std::string path = is_named ? input.substr(0, equals) : input;
  if (!fs::is_directory(path, error)) return content_of_file(path);
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error)) files.push_back(at->path().string());
  }
  if (error) return std::nullopt;
  std::ranges::sort(files);
  Content all{.digest = hash64(std::string_view(input).substr(path.size()))};
  for (const std::string& file : files) {
    const std::optional<Content> one = content_of_file(file);
    if (!one) return std::nullopt;
    all.bytes += one->bytes;
    all.digest = mix(all.digest ^ hash64(std::string_view(file).substr(path.size())));
    all.digest = mix(all.digest ^ one->digest);
  }
  return all;
}

uint64_t number(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

Result<InputLedger> InputLedger::read(const store::Store& store) {
  InputLedger ledger;
  COCITE_TRY(const auto container, store.part(store::Part::kReport));
  if (!container || !container->has(kSection)) return ledger;
  COCITE_TRY(const file::Section section, container->section(kSection));
  COCITE_TRY(const std::span<const char> bytes, section.values<char>());
  for (std::string_view text(bytes.data(), bytes.size()); !text.empty();) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto field = [&] {
      const std::string_view one = line.substr(0, line.find('\t'));
      line.remove_prefix(std::min(line.size(), one.size() + 1));
      return one;
    };
    InputEntry entry;
    entry.kind = field() == word_of(InputKind::kVisits) ? InputKind::kVisits : InputKind::kPages;
    entry.bytes = number(field());
    entry.digest = number(field());
    entry.name = line;
    ledger.entries_.push_back(std::move(entry));
  }
  ledger.read_ = ledger.entries_.size();
  return ledger;
}

const InputEntry* InputLedger::add(InputKind kind, const std::string& path) {
  const std::optional<Content> content = path == "-" ? std::nullopt : content_of(path);
  if (!content || content->bytes == 0) return nullptr;
  const auto same = std::ranges::find_if(entries_, [&](const InputEntry& entry) {
    return entry.kind == kind && entry.bytes == content->bytes && entry.digest == content->digest;
  });
  if (same != entries_.end()) return &*same;
  constexpr size_t kMostName = 4096;
  entries_.push_back({.kind = kind,
                      .bytes = content->bytes,
                      .digest = content->digest,
                      .name = readable(url::without_user_info(path), kMostName)});
  return nullptr;
}

void InputLedger::remove(InputKind kind, const std::string& path) {
  const auto content = content_of(path);
  if (!content) return;
  const auto added = entries_.begin() + static_cast<ptrdiff_t>(read_);
  entries_.erase(std::remove_if(added, entries_.end(),
                                [&](const InputEntry& entry) {
                                  return entry.kind == kind && entry.bytes == content->bytes &&
                                         entry.digest == content->digest;
                                }),
                 entries_.end());
}

Result<void> InputLedger::write(file::ContainerWriter& report) const {
  std::string text;
  for (const InputEntry& entry : entries_) {
    text += std::string(word_of(entry.kind)) + '\t' + std::to_string(entry.bytes) + '\t' +
            std::to_string(entry.digest) + '\t' + entry.name + '\n';
  }
  COCITE_CHECK(report.begin(kSection));
  return report.write(std::as_bytes(std::span(text)));
}

}  // namespace cocite::ingest
