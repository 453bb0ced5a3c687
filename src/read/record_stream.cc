#include "read/record_stream.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cocite::read {
namespace {

using namespace std::string_view_literals;

constexpr size_t kRawRoom = size_t{1} << 20;
constexpr size_t kPlainStep = size_t{1} << 16;
constexpr size_t kUnpackStep = size_t{1} << 16;
// Members of records are mostly some 10 kB: this much is buffered for the fast path, which needs a
// whole member, and this much may come out of it. Larger members take the slow path.
constexpr size_t kWholeRaw = size_t{1} << 18;
constexpr size_t kWholeRoom = size_t{1} << 20;
constexpr size_t kMaxMembers = size_t{1} << 16;
constexpr size_t kMaxDictionary = size_t{16} << 20;
// What tells a member's beginning from bytes that look like one.
constexpr size_t kProbeBytes = 512;
constexpr size_t kProbeText = 16;

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd"sv;
constexpr char kDictionaryFrame = '\x5d';

struct Foreign {
  std::string_view magic;
  std::string_view what;
};
constexpr std::array kForeign = {
    Foreign{"7z\xbc\xaf\x27\x1c"sv, "is a 7z file; unpack it first"},
    Foreign{"PK\x03\x04"sv, "is a zip file; unpack it first (of a WACZ, give archive/*.warc.gz)"},
};

std::string_view text_of(std::span<const char> bytes) {
  return {bytes.data(), bytes.size()};
}

uint32_t little_endian(std::string_view bytes) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

bool is_text(std::string_view bytes) {
  return std::ranges::all_of(
      bytes, [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t'; });
}

}  // namespace

Result<std::unique_ptr<RecordStream>> RecordStream::open(const std::string& path,
                                                         const std::atomic<bool>* stop) {
  COCITE_TRY(auto raw, RawBytes::open(path, stop, kRawRoom));
  return over(std::move(raw));
}

Result<std::unique_ptr<RecordStream>> RecordStream::from_memory(std::span<const char> bytes,
                                                                const std::string& name) {
  return over(RawBytes::from_memory(bytes, name, kRawRoom));
}

Result<std::unique_ptr<RecordStream>> RecordStream::over(std::unique_ptr<RawBytes> raw) {
  std::unique_ptr<RecordStream> stream(new RecordStream(std::move(raw)));
  COCITE_TRY(const auto bytes, stream->raw_->look(kPackingHead));
  const std::string_view head = text_of(bytes);
  for (const Foreign& foreign : kForeign) {
    if (head.starts_with(foreign.magic)) {
      return fail(ErrorCode::kUnsupported, stream->name() + ": " + std::string(foreign.what));
    }
  }
  stream->window_size_ = kMaxLook + kWholeRoom;
  std::string dictionary;
  if (const PackingInfo* const info = packed_by(head)) {
    stream->magic_ = info->magic;
    stream->packing_ = info->packing;
    if (is_skippable_frame(head) && head.front() == kDictionaryFrame) {
      COCITE_TRY(dictionary, stream->read_dictionary());
    }
  } else {
    // A plain file's window need not be larger than the file.
    const uint64_t total = stream->raw_->total();
    const uint64_t enough = total == 0 ? stream->window_size_ : total + kPlainStep;
    stream->window_size_ = std::min<uint64_t>(enough, stream->window_size_);
  }
  stream->window_ = std::make_unique_for_overwrite<char[]>(stream->window_size_);
  if (stream->magic_.empty()) return stream;
  stream->state_ = State::kBetween;
  stream->unpacker_ = make_unpacker(stream->packing_, dictionary);
  stream->probe_ = make_unpacker(stream->packing_, dictionary);
  return stream;
}

// The dictionary of a .warc.zst stands in a frame that other readers pass over, perhaps packed
// itself. A damaged one is no dictionary; the frames will show whether they needed it.
Result<std::string> RecordStream::read_dictionary() {
  COCITE_TRY(const auto head, raw_->look(kSkippableHead));
  const uint32_t size = little_endian(text_of(head).substr(4));
  if (size > kMaxDictionary) return std::string();
  raw_->take(kSkippableHead);
  std::string packed;
  while (packed.size() < size) {
    COCITE_TRY(const auto bytes, raw_->look(1));
    if (bytes.empty()) break;
    const size_t take = std::min<size_t>(bytes.size(), size - packed.size());
    packed.append(bytes.data(), take);
    raw_->take(take);
  }
  if (!packed.starts_with(kZstdMagic)) return packed;
  std::string dictionary;
  const auto unpacker = make_unpacker(Packing::kZstd);
  std::string_view rest = packed;
  std::vector<char> part(kUnpackStep);
  for (;;) {
    const Unpacker::Step step = unpacker->step(rest, part);
    dictionary.append(part.data(), step.given);
    rest.remove_prefix(step.taken);
    if (step.state != Unpacker::State::kGoesOn || dictionary.size() > kMaxDictionary) break;
    if (step.taken + step.given == 0) break;
  }
  return dictionary;
}

Result<std::string_view> RecordStream::look(size_t wanted) {
  wanted = std::min(wanted, window_size_);  // less than kMaxLook only if the whole file fits
  while (!gap_ && end_ - begin_ < wanted && state_ != State::kEnded) COCITE_CHECK(fill());
  while (!members_.empty() && members_.front() < position()) members_.pop_front();
  const uint64_t end = gap_.value_or(end_offset());
  return std::string_view(window_.get() + begin_, static_cast<size_t>(end - position()));
}

std::optional<size_t> RecordStream::next_member() const {
  const auto next = std::ranges::find_if(members_, [&](uint64_t m) { return m > position(); });
  if (next == members_.end() || *next >= gap_.value_or(end_offset())) return std::nullopt;
  return static_cast<size_t>(*next - position());
}

bool RecordStream::is_gap_in_member() const {
  const auto is_between = [&](uint64_t m) { return m > position() && m <= *gap_; };
  return gap_ && std::ranges::none_of(members_, is_between);
}

bool RecordStream::at_member() const {
  const auto next = std::ranges::find_if(members_, [&](uint64_t m) { return m >= position(); });
  return next != members_.end() && *next == position();
}

Result<void> RecordStream::fill() {
  switch (state_) {
    case State::kPlain:
      return fill_plain();
    case State::kBetween:
      return between_members();
    case State::kInside:
      return inside_member();
    case State::kLost:
      return find_member();
    case State::kEnded:
      break;
  }
  return {};
}

Result<void> RecordStream::fill_plain() {
  COCITE_TRY(const auto bytes, raw_->look(1));
  if (bytes.empty()) {
    state_ = State::kEnded;
    return {};
  }
  const std::span<char> to = room(kPlainStep);
  const size_t take = std::min({kPlainStep, bytes.size(), to.size()});
  std::memcpy(to.data(), bytes.data(), take);
  raw_->take(take);
  end_ += take;
  return {};
}

Result<void> RecordStream::between_members() {
  COCITE_TRY(const auto bytes, raw_->look(kProbeBytes));
  const std::string_view head = text_of(bytes);
  if (head.empty()) {
    state_ = State::kEnded;
  } else if (head.starts_with(magic_)) {
    return begin_member();
  } else if (has_skippable_frames() && is_skippable_frame(head)) {
    return skip_raw(kSkippableHead + uint64_t{little_endian(head.substr(4))});
  } else if (head.front() == '\0') {
    raw_->take(std::min(head.find_first_not_of('\0'), head.size()));
  } else {
    ++damage_.garbage_runs;
    in_garbage_ = true;
    state_ = State::kLost;
  }
  return {};
}

void RecordStream::mark_member() {
  const bool is_new = members_.empty() || members_.back() < end_offset();
  if (is_new && members_.size() < kMaxMembers) members_.push_back(end_offset());
}

Result<void> RecordStream::begin_member() {
  mark_member();
  in_garbage_ = false;
  beginning_.reset();
  searched_ = raw_->taken() + 1;
  if (packing_ == Packing::kGzip) {
    COCITE_TRY(const auto bytes, raw_->look(kWholeRaw));
    if (const auto whole = whole_member_.unpack(text_of(bytes), room(kWholeRoom))) {
      raw_->take(whole->taken);
      end_ += whole->given;
      state_ = State::kBetween;
      return {};
    }
  }
  unpacker_->restart();
  state_ = State::kInside;
  return {};
}

Result<void> RecordStream::inside_member() {
  COCITE_TRY(const std::string_view bytes, raw_until_member());
  if (bytes.empty()) {
    ++damage_.cut_members;
    // At the end of the file what came is right as far as it goes; before another member the
    // bytes that ran into it are unknown.
    if (!beginning_) {
      state_ = State::kEnded;
      return {};
    }
    gap_ = end_offset();
    return begin_member();
  }
  const std::span<char> to = room(kUnpackStep);
  const Unpacker::Step step = unpacker_->step(bytes, to.first(kUnpackStep));
  raw_->take(step.taken);
  end_ += step.given;
  if (step.state == Unpacker::State::kEnded) {
    state_ = State::kBetween;
  } else if (step.state == Unpacker::State::kDamaged || step.taken + step.given == 0) {
    lose_member();
  }
  return {};
}

void RecordStream::lose_member() {
  ++damage_.damaged_members;
  gap_ = end_offset();
  state_ = State::kLost;
}

Result<void> RecordStream::find_member() {
  COCITE_TRY(const std::string_view bytes, raw_until_member());
  if (!bytes.empty()) {
    if (in_garbage_) damage_.garbage_bytes += bytes.size();
    raw_->take(bytes.size());
    return {};
  }
  if (beginning_) return begin_member();
  state_ = State::kEnded;
  return {};
}

Result<std::string_view> RecordStream::raw_until_member() {
  COCITE_TRY(const auto looked, raw_->look(kProbeBytes));
  const std::string_view bytes = text_of(looked);
  const uint64_t here = raw_->taken();
  if (!beginning_) {
    const bool is_last = bytes.size() < kProbeBytes;
    // The last bytes may be half a magic: they wait for what comes behind them.
    const size_t end = is_last ? bytes.size() : bytes.size() - (kProbeBytes - 1);
    size_t at = searched_ > here ? static_cast<size_t>(searched_ - here) : 0;
    for (; at < end; ++at) {
      at = std::min(bytes.find(magic_, at), end);
      if (at < end && is_beginning(bytes.substr(at))) {
        beginning_ = here + at;
        break;
      }
    }
    searched_ = std::max(searched_, here + std::min(at, end));
    if (!beginning_) return bytes.substr(0, end);
  }
  return bytes.substr(0, static_cast<size_t>(std::min<uint64_t>(*beginning_ - here, bytes.size())));
}

// A magic of three bytes stands by chance in every 16 MB of packed data. What follows must unpack,
// and to what records begin with: text.
bool RecordStream::is_beginning(std::string_view bytes) {
  bytes = bytes.substr(0, kProbeBytes);
  if (packing_ == Packing::kBzip2) return bytes.substr(4).starts_with("1AY&SY"sv);
  std::array<char, kProbeText> text{};
  probe_->restart();
  const Unpacker::Step step = probe_->step(bytes, text);
  if (step.state == Unpacker::State::kDamaged) return false;
  // These give whole blocks only, and their magic is longer.
  if (has_skippable_frames()) return bytes.size() > magic_.size() + 4;
  return step.state == Unpacker::State::kEnded
             ? is_text({text.data(), step.given})
             : step.given > 0 && is_text({text.data(), step.given});
}

Result<void> RecordStream::skip_raw(uint64_t count) {
  while (count > 0) {
    COCITE_TRY(const auto bytes, raw_->look(1));
    if (bytes.empty()) break;
    const auto take = static_cast<size_t>(std::min<uint64_t>(bytes.size(), count));
    raw_->take(take);
    count -= take;
  }
  return {};
}

std::span<char> RecordStream::room(size_t least) {
  if (begin_ == end_ || window_size_ - end_ < least) {
    std::memmove(window_.get(), window_.get() + begin_, end_ - begin_);
    window_offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  return {window_.get() + end_, window_size_ - end_};
}

}  // namespace cocite::read
