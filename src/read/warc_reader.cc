#include "read/warc_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "read/arc_header.h"
#include "read/archive_date.h"

namespace cocite::read {
namespace {

constexpr size_t kFirstLook = 4096;        // nearly every header is shorter
constexpr size_t kStep = size_t{1} << 20;  // of large blocks
constexpr size_t kLineLook = 16 << 10;     // the longest line that may begin an ARC record
constexpr size_t kTail = 4;                // the line ends behind a block
constexpr size_t kTailLook = 64;
constexpr size_t kSampleBytes = 200;
// Lengths beyond are doubted: is there a record inside?
constexpr uint64_t kSuspicious = uint64_t{32} << 20;
constexpr std::string_view kWarc = "WARC/";

constexpr std::array<std::pair<std::string_view, RecordType>, 8> kTypes = {{
    {"warcinfo", RecordType::kWarcinfo},
    {"response", RecordType::kResponse},
    {"resource", RecordType::kResource},
    {"request", RecordType::kRequest},
    {"metadata", RecordType::kMetadata},
    {"revisit", RecordType::kRevisit},
    {"conversion", RecordType::kConversion},
    {"continuation", RecordType::kContinuation},
}};

RecordType type_of(std::string_view text) {
  for (const auto& [name, type] : kTypes) {
    if (is_same_name(text, name)) return type;
  }
  return RecordType::kOther;
}

// "WARC/1.0" and a line end somewhere; more is not asked of damaged files.
bool begins_warc(std::string_view text) {
  return text.size() >= kWarc.size() + 3 && text.starts_with(kWarc) && is_digit(text[5]) &&
         text[6] == '.' && is_digit(text[7]);
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

bool begins_record(std::string_view text) {
  return begins_warc(text) || parse_arc_header(first_line(text.substr(0, kLineLook)));
}

// Where in a block another record begins: behind an empty line, its first line, and a field.
std::optional<size_t> find_inner(std::string_view block) {
  for (size_t at = block.find("\nWARC/"); at != std::string_view::npos;
       at = block.find("\nWARC/", at + 1)) {
    const std::string_view before = block.substr(0, at);
    const std::string_view inner = block.substr(at + 1);
    const std::string_view line = first_line(inner);
    if (begins_warc(inner) && line.size() <= kWarc.size() + 4 &&
        inner.substr(line.size()).starts_with("\n") &&
        (before.ends_with("\n") || before.ends_with("\n\r")) &&
        is_same_name(inner.substr(line.size() + 1, 5), "warc-")) {
      return at + 1;
    }
  }
  return std::nullopt;
}

size_t without_line_ends(std::string_view block) {
  for (int i = 0; i < 2; ++i) {
    if (block.ends_with('\n')) block.remove_suffix(1);
    if (block.ends_with('\r')) block.remove_suffix(1);
  }
  return block.size();
}

// As crawls with requisites write it, and crawlers that are browsers.
bool is_requisite(std::string_view type) {
  constexpr std::array<std::string_view, 6> kRequisites = {"requisite", "image", "stylesheet",
                                                           "script",    "font",  "media"};
  return std::ranges::find(kRequisites, type) != kRequisites.end();
}

}  // namespace

std::string_view record_type_text(RecordType type) {
  for (const auto& [name, known] : kTypes) {
    if (known == type) return name;
  }
  return type == RecordType::kArc ? "arc" : "other";
}

Result<WarcReader::Found> WarcReader::next(Record& record) {
  if (left_ > 0) {
    std::string nothing;
    COCITE_TRY([[maybe_unused]] const auto ignored, read_block(nothing, 0));
  }
  for (;;) {
    COCITE_CHECK(skip_line_ends());
    COCITE_TRY(const std::string_view bytes, stream_->look(kWarc.size() + 3));
    if (!bytes.empty() || !stream_->at_gap()) break;
    stream_->cross_gap();
  }
  COCITE_TRY(std::string_view bytes, stream_->look(kWarc.size() + 3));
  if (bytes.empty()) return Found::kEnd;
  record = {};
  record.offset = stream_->position();
  if (begins_warc(bytes)) return read_warc_header(record);
  COCITE_TRY(bytes, stream_->look(kFirstLook));
  if (bytes.find('\n') == std::string_view::npos) {
    COCITE_TRY(bytes, stream_->look(kLineLook));
  }
  if (parse_arc_header(first_line(bytes.substr(0, kLineLook)))) return read_arc_header(record);
  return resynchronise();
}

Result<void> WarcReader::skip_line_ends() {
  for (;;) {
    COCITE_TRY(const std::string_view bytes, stream_->look(1));
    const size_t count = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
    stream_->take(count);
    if (count == 0) return {};
  }
}

Result<WarcReader::Found> WarcReader::read_warc_header(Record& record) {
  COCITE_TRY(std::string_view bytes, stream_->look(kFirstLook));
  size_t size = header_size(bytes.substr(0, kMaxHeaderBytes));
  if (size == 0) {
    COCITE_TRY(bytes, stream_->look(kMaxHeaderBytes));
    size = header_size(bytes.substr(0, kMaxHeaderBytes));
  }
  if (size == 0) {
    const auto kind = bytes.size() >= kMaxHeaderBytes ? RecordTrouble::kHeaderTooLong
                      : stream_->at_gap()             ? RecordTrouble::kDamaged
                                                      : RecordTrouble::kCut;
    const Found found = in_trouble(kind, bytes);
    Trouble trouble = trouble_;
    stream_->take(1);  // so that what follows is looked for, and not this again
    COCITE_TRY([[maybe_unused]] const auto ignored, resynchronise());
    trouble_ = std::move(trouble);
    return found;
  }
  const std::string_view header = bytes.substr(0, size);
  fields_.parse(header.substr(std::min(header.find('\n') + 1, header.size())));
  record.type = type_of(fields_.find("warc-type"));
  std::string_view url = fields_.find("warc-target-uri");
  // Older writers put the address into brackets, as the grammar of WARC 1.0 asked for.
  if (url.size() >= 2 && url.front() == '<' && url.back() == '>')
    url = url.substr(1, url.size() - 2);
  record.url = url;
  record.date = parse_date(fields_.find("warc-date"));
  record.content_type = fields_.find("content-type");
  record.ip = fields_.find("warc-ip-address");
  record.is_requisite = is_requisite(fields_.find("warc-resource-type"));
  record.is_not_modified = fields_.find("warc-profile").ends_with("/server-not-modified");
  const std::string_view number = fields_.find("content-length");
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), record.length);
  is_arc_ = false;
  if (number.empty() || error != std::errc() || end != number.data() + number.size()) {
    const Found found = in_trouble(RecordTrouble::kBadLength, header);
    stream_->take(size);
    return found;
  }
  stream_->take(size);
  left_ = record.length;
  return Found::kRecord;
}

Result<WarcReader::Found> WarcReader::read_arc_header(Record& record) {
  COCITE_TRY(const std::string_view bytes, stream_->look(1));
  const std::string_view line = first_line(bytes.substr(0, kLineLook));
  const auto header = parse_arc_header(line);
  record.type = header->url.starts_with("filedesc:") ? RecordType::kWarcinfo : RecordType::kArc;
  record.url = header->url;
  record.date = parse_date(header->date);
  record.content_type = header->content_type;
  record.ip = header->ip;
  record.length = header->length.value_or(0);
  is_arc_ = true;
  const bool has_length = header->length.has_value();
  const Found found = has_length ? Found::kRecord : in_trouble(RecordTrouble::kBadLength, line);
  stream_->take(std::min(line.size() + 1, bytes.size()));
  left_ = record.length;
  return found;
}

WarcReader::Found WarcReader::in_trouble(RecordTrouble kind, std::string_view text) {
  trouble_ = {kind, stream_->position(), std::string(text.substr(0, kSampleBytes))};
  return Found::kTrouble;
}

Result<WarcReader::Found> WarcReader::resynchronise() {
  COCITE_TRY(std::string_view bytes, stream_->look(kFirstLook));
  const Found found = in_trouble(RecordTrouble::kNotARecord, first_line(bytes));
  // The rest of this line, then line by line.
  for (bool at_line = false;;) {
    COCITE_TRY(bytes, stream_->look(kLineLook));
    if (bytes.empty()) return found;  // a gap or the end
    if (at_line && begins_record(bytes)) return found;
    size_t skip = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    at_line = bytes[skip - 1] == '\n';
    if (const auto member = stream_->next_member(); member && *member <= skip) {
      skip = *member;
      at_line = true;
    }
    stream_->take(skip);
  }
}

Result<std::string_view> WarcReader::look_block(size_t count) {
  const auto wanted = static_cast<size_t>(std::min<uint64_t>(count, left_));
  COCITE_TRY(const std::string_view bytes, stream_->look(wanted));
  return bytes.substr(0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
}

// More than can be true, or so much that it should be checked.
bool WarcReader::is_suspicious() const {
  const uint64_t total = stream_->raw_total();
  const bool is_plain = !stream_->is_packed();
  return left_ > kSuspicious || (is_plain && total > 0 && stream_->position() + left_ > total);
}

Result<std::optional<size_t>> WarcReader::find_lie(size_t count) {
  COCITE_TRY(std::string_view bytes, stream_->look(count));
  if (const auto member = stream_->next_member(); member && *member < count) {
    const size_t at = *member;
    COCITE_TRY(bytes, stream_->look(std::min(at + kFirstLook, RecordStream::kMaxLook)));
    if (bytes.size() > at && begins_record(bytes.substr(at))) {
      return without_line_ends(bytes.substr(0, at));
    }
  }
  const auto cut_at_inner = [&]() -> std::optional<size_t> {
    const auto inner = find_inner(bytes.substr(0, count));
    if (!inner) return std::nullopt;
    return without_line_ends(bytes.substr(0, *inner));
  };
  if (is_suspicious()) return cut_at_inner();
  if (count < left_ || bytes.size() < count) return std::nullopt;
  // The block ends here if the rest looks as it should: line ends, and then a record or nothing.
  COCITE_TRY(bytes, stream_->look(std::min(count + kTail, RecordStream::kMaxLook)));
  if (bytes.size() == count || bytes.substr(count) == "\r\n\r\n") return std::nullopt;
  if (bytes.substr(count).starts_with("\r\n\r\n")) return std::nullopt;
  COCITE_TRY(bytes, stream_->look(std::min(count + kTailLook, RecordStream::kMaxLook)));
  const std::string_view tail = bytes.substr(count);
  const size_t text = std::min(tail.find_first_not_of("\r\n"), tail.size());
  if (text == tail.size() || begins_record(tail.substr(text))) return std::nullopt;
  return cut_at_inner();
}

Result<std::optional<RecordTrouble>> WarcReader::read_block(std::string& bytes, size_t most) {
  const size_t before = bytes.size();
  std::optional<RecordTrouble> trouble;
  const auto lose = [&] {
    bytes.resize(before);
    left_ = 0;
    return RecordTrouble::kDamaged;
  };
  while (left_ > 0) {
    const bool is_small = left_ + kTailLook <= RecordStream::kMaxLook;
    size_t count = is_small ? static_cast<size_t>(left_) : kStep;
    COCITE_TRY(const auto lie, find_lie(count));
    COCITE_TRY(const std::string_view looked, stream_->look(count));
    const bool is_end = looked.size() < count;
    count = std::min(lie.value_or(count), looked.size());
    const size_t keep = std::min(count, most - (bytes.size() - before));
    bytes.append(looked.substr(0, keep));
    if (keep < count && most > 0) trouble = RecordTrouble::kTooLarge;
    stream_->take(count);
    left_ -= count;
    if (lie) {
      left_ = 0;
      return RecordTrouble::kShort;
    }
    if (is_end) {
      if (stream_->at_gap()) return lose();
      left_ = 0;
      return RecordTrouble::kCut;
    }
  }
  // The last record before lost bytes came out of a damaged member and may be wrong.
  COCITE_TRY(const std::string_view rest, stream_->look(0));
  const size_t text = std::min(rest.find_first_not_of("\r\n"), rest.size());
  if (stream_->is_gap_in_member() && !begins_record(rest.substr(text))) return lose();
  return trouble;
}

}  // namespace cocite::read
