#include "ingest/inputs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <utility>

#include "read/file_tree.h"
#include "read/line_reader.h"
#include "read/raw_bytes.h"
#include "read/record_stream.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

// The beginning of an input, unpacked: empty where there is nothing to look at, a folder say. By
// the reader that bears damage: whether the input must be whole is for its own source to say.
struct Head {
  std::string bytes;
  std::unique_ptr<read::RecordStream> stream;  // of a file, as it was opened, to go on with
};

Result<Head> head_of(const std::string& input, const std::atomic<bool>* stop) {
  constexpr size_t kHead = 4096;
  constexpr std::string_view kZip = "PK\x03\x04";
  Head head;
  std::error_code error;
  if (input == "-" || fs::is_fifo(input, error)) {
    constexpr size_t kEnough = size_t{1} << 20;  // holds the dictionary of a .warc.zst
    COCITE_TRY(const auto raw, read::RawBytes::open(input, stop, kEnough));
    COCITE_TRY(const auto bytes, raw->look(kEnough));
    const std::string packed(bytes.begin(), bytes.end());
    if (packed.starts_with(kZip)) {
      head.bytes = packed.substr(0, kHead);
      return head;
    }
    COCITE_TRY(const auto stream, read::RecordStream::from_memory(packed, raw->name()));
    COCITE_TRY(const std::string_view unpacked, stream->look(kHead));
    head.bytes = unpacked;
  } else if (fs::is_regular_file(input, error)) {
    COCITE_TRY(const auto raw, read::RawBytes::open(input, stop, kZip.size()));
    COCITE_TRY(const auto bytes, raw->look(kZip.size()));
    head.bytes.assign(bytes.begin(), bytes.end());
    if (head.bytes == kZip) return head;  // what is in it is for its own source to say
    COCITE_TRY(head.stream, read::RecordStream::open(input, stop));
    COCITE_TRY(const std::string_view unpacked, head.stream->look(kHead));
    head.bytes = unpacked;
  }
  return head;
}

// The kind of a table, where the user says which its columns are.
const char* table_kind_of(std::string_view first_bytes) {
  for (const char* const kind : {"parquet", "arrow"}) {
    const auto info = read::find_source(kind);
    if (info && (*info)->recognises({}, first_bytes)) return kind;
  }
  return "table";
}

// The files of a folder that is not read as a whole; none: it is.
std::vector<std::string> files_in(const std::string& input, const std::string& from) {
  std::error_code error;
  if (!fs::is_directory(input, error)) return {};
  const auto is_whole = [&](const read::SourceInfo* info) {
    if (!info->takes_folders) return false;
    return from.empty() ? info->recognises(input, {}) : info->name == from;
  };
  if (std::ranges::any_of(read::sources(), is_whole)) return {};
  const auto tree = read::files_of_tree(input, {.skip_hidden = true});
  if (!tree) return {};
  std::vector<std::string> files;
  for (const read::TreeFile& file : *tree) {
    const std::string name = fs::path(file.name).filename().string();
    const std::string extension = read::extension_of(name);
    // A tree of pages needs an address, as the message for folders says.
    if (extension == ".html" || extension == ".htm") return {};
    // "_SUCCESS" and ".part-0.crc" of Spark and Hadoop.
    if (file.is_outside || file.size == 0 || name.starts_with('_') || name.starts_with('.'))
      continue;
    files.push_back((fs::path(input) / file.name).string());
  }
  std::ranges::sort(files, read::is_numbered_before);
  return files;
}

}  // namespace

Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& inputs,
                                               const std::string& from) {
  std::vector<std::string> all;
  for (const std::string& input : inputs) {
    if (!input.starts_with('@')) {
      std::vector<std::string> files = files_in(input, from);
      if (files.empty()) files = {input};
      all.insert(all.end(), std::make_move_iterator(files.begin()),
                 std::make_move_iterator(files.end()));
      continue;
    }
    COCITE_TRY(read::LineReader lines, read::LineReader::open(input.substr(1)));
    for (std::string_view line; lines.next(line);) {
      if (!line.empty() && line.front() != '#') all.emplace_back(line);
    }
    COCITE_CHECK(lines.status());
  }
  if (all.empty()) return fail(ErrorCode::kInvalidArgument, "no input was given");
  return all;
}

bool are_parts(const std::vector<std::string>& inputs) {
  constexpr std::array<std::string_view, 7> kArchives = {".warc", ".arc", ".wat", ".wet",
                                                         ".wacz", ".zim", ".xml"};
  return inputs.size() > 1 && std::ranges::all_of(inputs, [&](const std::string& input) {
           const std::string name = fs::path(input).filename().string();
           return name.starts_with("part-") &&
                  std::ranges::none_of(kArchives, [&](std::string_view ending) {
                    return name.find(ending) != std::string::npos;
                  });
         });
}

bool has_pages_by_path(const ImportRequest& request) {
  if (!request.base.empty() || !request.columns.empty()) return false;
  if (request.from == "markdown") return true;
  const auto inputs = expand_inputs(request.inputs, request.from);
  const auto info = read::find_source("markdown");
  if (!request.from.empty() || !inputs || !info) return false;
  return std::ranges::any_of(*inputs, [&](const std::string& input) {
    if (input.find("=http") != std::string::npos) return false;
    if (input != "-") return (*info)->recognises(input, {});
    const auto head = head_of(input, request.stop);
    return head && (*info)->recognises(input, head->bytes);
  });
}

Result<void> check_inputs(const Context& context, const std::vector<std::string>& inputs) {
  if (!context.request().from.empty()) COCITE_CHECK(read::find_source(context.request().from));
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input == "-" || input.find('=') != std::string::npos || fs::exists(input, error)) continue;
    COCITE_CHECK(read::RawBytes::open(input, nullptr, 1));  // which says what is wrong
  }
  return {};
}

Result<std::unique_ptr<read::Source>> open_input(const Context& context, const std::string& input) {
  const ImportRequest& request = context.request();
  const read::SourceOptions options{.opaque_names = request.opaque_names,
                                    .fold_www = request.fold_www,
                                    .may_be_empty = request.may_be_empty,
                                    .columns = request.columns,
                                    .base = request.base,
                                    .preset = request.preset,
                                    .frames = request.frames,
                                    .drop_nofollow = request.drop_nofollow,
                                    .keep_text = request.keep_text,
                                    .keep_anchors = request.keep_anchors,
                                    .aliases = request.aliases,
                                    .from_date = context.from_date(),
                                    .to_date = context.to_date(),
                                    .piece_bytes = context.limits().piece_bytes,
                                    .stop = request.stop};
  if (!request.from.empty()) {
    COCITE_TRY(const read::SourceInfo* info, read::find_source(request.from));
    return read::open_source(*info, input, options);
  }
  COCITE_TRY(Head head, head_of(input, request.stop));
  if (!request.columns.empty()) {
    COCITE_TRY(const read::SourceInfo* info, read::find_source(table_kind_of(head.bytes)));
    return read::open_source(*info, input, options);
  }
  for (const read::SourceInfo* const info : read::sources()) {
    if (info->is_graph || !info->recognises(input, head.bytes)) continue;
    if (head.stream && info->over != nullptr) return info->over(std::move(head.stream), options);
    return read::open_source(*info, input, options);
  }
  return fail({.message = input + ": what kind of input is this? It is not text; name its kind",
               .about = "from"});
}

}  // namespace cocite::ingest
