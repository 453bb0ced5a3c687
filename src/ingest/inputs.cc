#include "ingest/inputs.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <utility>

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
  Head head;
  std::error_code error;
  if (input == "-" || fs::is_fifo(input, error)) {
    constexpr size_t kEnough = size_t{1} << 20;  // holds the dictionary of a .warc.zst
    COCITE_TRY(const auto raw, read::RawBytes::open(input, stop, kEnough));
    COCITE_TRY(const auto bytes, raw->look(kEnough));
    const std::string packed(bytes.begin(), bytes.end());
    COCITE_TRY(const auto stream, read::RecordStream::from_memory(packed, raw->name()));
    COCITE_TRY(const std::string_view unpacked, stream->look(kHead));
    head.bytes = unpacked;
  } else if (fs::is_regular_file(input, error)) {
    constexpr size_t kZipHead = 4;
    COCITE_TRY(const auto raw, read::RawBytes::open(input, stop, kZipHead));
    COCITE_TRY(const auto bytes, raw->look(kZipHead));
    head.bytes.assign(bytes.begin(), bytes.end());
    if (head.bytes == "PK\x03\x04") return head;  // what is in it is for its own source to say
    COCITE_TRY(head.stream, read::RecordStream::open(input, stop));
    COCITE_TRY(const std::string_view unpacked, head.stream->look(kHead));
    head.bytes = unpacked;
  }
  return head;
}

}  // namespace

Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& inputs) {
  std::vector<std::string> all;
  for (const std::string& input : inputs) {
    if (!input.starts_with('@')) {
      all.push_back(input);
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

bool has_pages_by_path(const ImportRequest& request) {
  if (!request.base.empty() || !request.columns.empty()) return false;
  if (request.from == "markdown") return true;
  const auto inputs = expand_inputs(request.inputs);
  const auto info = read::find_source("markdown");
  if (!request.from.empty() || !inputs || !info) return false;
  return std::ranges::any_of(*inputs, [&](const std::string& input) {
    return input.find("=http") == std::string::npos && (*info)->recognises(input, {});
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
    const bool is_parquet = head.bytes.starts_with("PAR1");
    COCITE_TRY(const read::SourceInfo* info, read::find_source(is_parquet ? "parquet" : "table"));
    return read::open_source(*info, input, options);
  }
  for (const read::SourceInfo* const info : read::sources()) {
    if (info->is_graph || !info->recognises(input, head.bytes)) continue;
    if (head.stream && info->over != nullptr) return info->over(std::move(head.stream), options);
    return read::open_source(*info, input, options);
  }
  if (head.bytes.starts_with("ARROW1") || head.bytes.starts_with("\xFF\xFF\xFF\xFF")) {
    return fail(ErrorCode::kUnsupported,
                input +
                    ": is an Arrow file; write it as Parquet: python3 -c 'import pyarrow.feather "
                    "as f, pyarrow.parquet as p; p.write_table(f.read_table(\"" +
                    input + "\"), \"links.parquet\")'");
  }
  return fail({.message = input + ": what kind of input is this? It is not text; name its kind",
               .about = "from"});
}

}  // namespace cocite::ingest
