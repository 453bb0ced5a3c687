#include "ingest/inputs.h"

#include <atomic>
#include <filesystem>
#include <string_view>
#include <utility>

#include "crawl/raw_bytes.h"
#include "crawl/record_stream.h"
#include "ingest/line_reader.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

// The beginning of an input, unpacked: empty where there is nothing to look at, a folder say. By
// the reader that bears damage: whether the input must be whole is for its own source to say.
struct Head {
  std::string bytes;
  std::unique_ptr<crawl::RecordStream> stream;  // of a file, as it was opened, to go on with
};

Result<Head> head_of(const std::string& input, const std::atomic<bool>* stop) {
  constexpr size_t kHead = 4096;
  Head head;
  std::error_code error;
  if (input == "-") {
    constexpr size_t kEnough = size_t{1} << 20;  // holds the dictionary of a .warc.zst
    COCITE_TRY(const auto raw, crawl::RawBytes::open(input, stop, kEnough));
    COCITE_TRY(const auto bytes, raw->look(kEnough));
    const std::string packed(bytes.begin(), bytes.end());
    COCITE_TRY(const auto stream, crawl::RecordStream::from_memory(packed, raw->name()));
    COCITE_TRY(const std::string_view unpacked, stream->look(kHead));
    head.bytes = unpacked;
  } else if (fs::is_regular_file(input, error)) {
    COCITE_TRY(head.stream, crawl::RecordStream::open(input, stop));
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
    COCITE_TRY(LineReader lines, LineReader::open(input.substr(1)));
    for (std::string_view line; lines.next(line);) {
      if (!line.empty() && line.front() != '#') all.emplace_back(line);
    }
    COCITE_CHECK(lines.status());
  }
  if (all.empty()) return fail(ErrorCode::kInvalidArgument, "no input was given");
  return all;
}

Result<void> check_inputs(const Context& context, const std::vector<std::string>& inputs) {
  if (!context.request().from.empty()) COCITE_CHECK(crawl::find_source(context.request().from));
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input == "-" || input.find('=') != std::string::npos || fs::exists(input, error)) continue;
    COCITE_CHECK(crawl::RawBytes::open(input, nullptr, 1));  // which says what is wrong
  }
  return {};
}

Result<std::unique_ptr<crawl::Source>> open_input(const Context& context,
                                                  const std::string& input) {
  const ImportRequest& request = context.request();
  const crawl::SourceOptions options{.opaque_names = request.opaque_names,
                                     .fold_www = request.fold_www,
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
    COCITE_TRY(const crawl::SourceInfo* info, crawl::find_source(request.from));
    return crawl::open_source(*info, input, options);
  }
  COCITE_TRY(Head head, head_of(input, request.stop));
  for (const crawl::SourceInfo& info : crawl::sources()) {
    if (info.is_graph || !info.recognises(input, head.bytes)) continue;
    if (head.stream && info.over != nullptr) return info.over(std::move(head.stream), options);
    return crawl::open_source(info, input, options);
  }
  return fail({.message = input + ": what kind of input is this? It is not text; name its kind",
               .about = "from"});
}

}  // namespace cocite::ingest
