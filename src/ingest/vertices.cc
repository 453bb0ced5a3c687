#include "ingest/vertices.h"

#include <charconv>
#include <cstdint>

#include "read/line_reader.h"
#include "read/link_block.h"

namespace cocite::ingest {
namespace {

// "com.example.www" -> "http://www.example.com/"
std::string url_of_reversed(std::string_view reversed) {
  std::string host;
  while (!reversed.empty()) {
    const size_t dot = reversed.rfind('.');
    const size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    if (!host.empty()) host += '.';
    host += reversed.substr(begin);
    reversed = reversed.substr(0, begin == 0 ? 0 : begin - 1);
  }
  return "http://" + host + "/";
}

}  // namespace

std::string_view key_of_reversed(const ImportRequest& request, std::string_view reversed,
                                 std::string& key) {
  if (request.opaque_names || reversed.empty()) return key_of_name(request, reversed, key);
  return key_of_name(request, url_of_reversed(reversed), key);
}

Result<void> name_vertices(Context& context, const std::vector<std::string>& files,
                           KeyBatches& batches, NodeNames& names, SkipCounter& skipped) {
  std::string key;
  for (const std::string& file : files) {
    COCITE_TRY(read::LineReader lines, read::LineReader::open(file));
    for (std::string_view line; lines.next(line);) {
      if (line.empty() || line.front() == '#') continue;
      const size_t tab = line.find('\t');
      uint64_t number = 0;
      const auto [end, error] =
          std::from_chars(line.data(), line.data() + std::min(tab, line.size()), number);
      if (tab == std::string_view::npos || error != std::errc() || end != line.data() + tab) {
        return fail(ErrorCode::kCorrupt, lines.place() + ": is not a number, a tab and a name");
      }
      if (number != names.size()) {
        return fail(ErrorCode::kCorrupt, lines.place() + ": vertex " + std::to_string(number) +
                                             " where " + std::to_string(names.size()) +
                                             " is expected; give all parts, in order");
      }
      const std::string_view name = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
      const std::string_view reason = lines.is_cut()
                                          ? read::skip_reason_text(read::SkipReason::kLineTooLong)
                                          : key_of_reversed(context.request(), name, key);
      if (!reason.empty()) skipped.add(reason, lines.place(), line);
      COCITE_CHECK(names.add(batches, reason.empty() ? &key : nullptr, context.memory_bytes() / 2));
      if (names.size() % 65536 == 0) {
        COCITE_CHECK(context.report("reading vertices", names.size(), 0, "pages"));
      }
    }
    COCITE_CHECK(lines.status());
  }
  return {};
}

}  // namespace cocite::ingest
