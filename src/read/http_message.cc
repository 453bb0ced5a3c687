#include "read/http_message.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "html/meta.h"

namespace cocite::read {
namespace {

using namespace std::string_view_literals;

// Packed bodies that grow more than this are bombs, or the same byte all over.
constexpr size_t kMaxRatio = 256;
constexpr size_t kAlwaysAllowed = size_t{1} << 20;
constexpr size_t kFirstRoom = size_t{1} << 16;
constexpr size_t kMaxCodings = 5;
constexpr int kMaxInterim = 5;  // "100 Continue" and similar before the answer

// "HTTP/1.1 200 OK" -> 200; 0 if there is no number where one should be.
int status_of(std::string_view line) {
  size_t at = std::min(line.find(' '), line.size());
  while (at < line.size() && line[at] == ' ') ++at;
  if (at + 3 > line.size()) return 0;
  int status = 0;
  for (const char c : line.substr(at, 3)) {
    if (!is_digit(c)) return 0;
    status = status * 10 + (c - '0');
  }
  return at + 3 < line.size() && is_digit(line[at + 3]) ? 0 : status;
}

// The items of a list in the order in which they stand.
std::vector<std::string_view> items(std::string_view list) {
  std::vector<std::string_view> all;
  while (!list.empty() && all.size() < kMaxCodings) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view item = trimmed(list.substr(0, comma));
    if (!item.empty()) all.push_back(item);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return all;
}

bool begins_zlib(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  const auto first = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  return (first & 15U) == 8 && (first * 256U + second) % 31 == 0;
}

// Whether the bytes are a text already: markup, or nothing that a packer would write.
bool looks_unpacked(std::string_view bytes) {
  const auto text = std::ranges::find_if_not(bytes, is_space);
  if (text != bytes.end() && *text == '<') return true;
  return std::ranges::all_of(bytes.substr(0, 64),
                             [](char c) { return is_space(c) || !is_control(c); });
}

bool is_same_prefix(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && is_same_name(text.substr(0, lower.size()), lower);
}

// The MIME Sniffing standard's list: how a page begins that does not say what it is.
bool sniffs_as_html(std::string_view body) {
  static constexpr std::array kTags = {"<!doctype html"sv,
                                       "<html"sv,
                                       "<head"sv,
                                       "<script"sv,
                                       "<iframe"sv,
                                       "<h1"sv,
                                       "<div"sv,
                                       "<font"sv,
                                       "<table"sv,
                                       "<a"sv,
                                       "<style"sv,
                                       "<title"sv,
                                       "<b"sv,
                                       "<body"sv,
                                       "<br"sv,
                                       "<p"sv,
                                       "<frameset"sv,
                                       "<meta"sv,
                                       "<center"sv};
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  const auto first = std::ranges::find_if_not(body, is_space);
  const std::string_view text = body.substr(static_cast<size_t>(first - body.begin()));
  if (text.starts_with("<!--")) return true;
  if (text.starts_with("<?xml")) {  // XHTML under its declaration
    constexpr size_t kDeclaration = 512;
    const size_t end = text.substr(0, kDeclaration).find("?>");
    return end != std::string_view::npos && sniffs_as_html(text.substr(end + 2));
  }
  return std::ranges::any_of(kTags, [&](std::string_view tag) {
    return is_same_prefix(text, tag) && text.size() > tag.size() &&
           (text[tag.size()] == '>' || is_space(text[tag.size()]));
  });
}

}  // namespace

bool HttpHead::read(std::string_view block) {
  fields.parse({});
  status = 0;
  body = block;
  if (!is_same_prefix(block, "http/")) return false;
  for (int i = 0; i < kMaxInterim && is_same_prefix(body, "http/"); ++i) {
    size_t size = header_size(body);
    if (size == 0) size = body.size();
    const std::string_view head = body.substr(0, size);
    const size_t line = std::min(head.find('\n'), head.size());
    status = status_of(head.substr(0, line));
    fields.parse(head.substr(std::min(line + 1, head.size())));
    body.remove_prefix(size);
    if (status < 100 || status > 199) break;
  }
  return true;
}

std::string_view HttpReader::body() {
  std::string_view bytes = head_.body;
  const std::string transfer = head_.fields.find_list("transfer-encoding");
  const std::string content = head_.fields.find_list("content-encoding");
  std::vector<std::string_view> codings = items(content);
  std::ranges::copy(items(transfer), std::back_inserter(codings));
  for (size_t i = codings.size(); i-- > 0;) {
    if (is_same_name(codings[i], "chunked")) {
      // Once; to say it twice is a mistake.
      if (bytes.data() == head_.body.data() && unchunk(bytes, unchunked_)) bytes = unchunked_;
    } else {
      bytes = unpack(codings[i], bytes);
    }
  }
  if (bytes.size() > kMaxBody) is_body_cut_ = true;
  return bytes.substr(0, kMaxBody);
}

std::string_view HttpReader::unpack(std::string_view coding, std::string_view bytes) {
  using State = Unpacker::State;
  std::string& to = unpacked_[bytes.data() == unpacked_[0].data() ? 1 : 0];
  bool has_mark = true;  // the format's first bytes say that it is one
  State state = State::kDamaged;
  to.clear();
  if (is_same_name(coding, "gzip") || is_same_name(coding, "x-gzip")) {
    if (!bytes.starts_with("\x1f\x8b")) return bytes;
    state = unpack(Packing::kGzip, bytes, to);
  } else if (is_same_name(coding, "deflate")) {
    if (begins_zlib(bytes)) state = unpack(Packing::kZlib, bytes, to);
    if (to.empty() && state == State::kDamaged) {
      has_mark = false;
      state = unpack(Packing::kDeflate, bytes, to);
    }
  } else if (is_same_name(coding, "zstd")) {
    if (!bytes.starts_with("\x28\xb5\x2f\xfd")) return bytes;
    state = unpack(Packing::kZstd, bytes, to);
  } else if (is_same_name(coding, "br")) {
    has_mark = false;
    state = unpack(Packing::kBrotli, bytes, to);
  } else {
    return bytes;
  }
  if (state == State::kEnded || is_body_cut_) return to;
  // Cut or damaged: what came out is right as far as it goes, if it was packed at all.
  return !to.empty() && (has_mark || !looks_unpacked(bytes)) ? std::string_view(to) : bytes;
}

Unpacker::State HttpReader::unpack(Packing packing, std::string_view bytes, std::string& to) {
  const size_t most = std::min(kMaxBody, std::max(kAlwaysAllowed, bytes.size() * kMaxRatio));
  // gzip ends with its size; a byte more of room shows that it did not lie.
  if (packing == Packing::kGzip && bytes.size() > 18) {
    size_t size = 0;
    for (size_t i = 1; i <= 4; ++i) {
      size = size * 256 + static_cast<unsigned char>(bytes[bytes.size() - i]);
    }
    if (size < most) {
      to.resize(size + 1);
      if (const auto whole = gzip_.unpack(bytes, to)) {
        to.resize(whole->given);
        return Unpacker::State::kEnded;
      }
    }
  }
  const auto unpacker = make_unpacker(packing);
  size_t given = 0;
  to.resize(std::clamp(bytes.size() * 4, kFirstRoom, most));
  for (;;) {
    const Unpacker::Step step = unpacker->step(bytes, std::span(to).subspan(given));
    bytes.remove_prefix(step.taken);
    given += step.given;
    if (step.state != Unpacker::State::kGoesOn || given < to.size()) {
      to.resize(given);
      return step.state;
    }
    if (to.size() >= most) {
      is_body_cut_ = true;
      return step.state;
    }
    to.resize(std::min(to.size() * 2, most));
  }
}

bool unchunk(std::string_view bytes, std::string& body) {
  body.clear();
  for (bool is_first = true;; is_first = false) {
    size_t size = 0;
    size_t digits = 0;
    for (; digits < bytes.size() && hex_value(bytes[digits]) >= 0; ++digits) {
      // Absurd sizes stay absurd instead of wrapping around.
      if (size < (size_t{1} << 40))
        size = size * 16 + static_cast<size_t>(hex_value(bytes[digits]));
    }
    const size_t line = bytes.find('\n');
    const std::string_view rest =
        bytes.substr(digits, line == std::string_view::npos ? line : line - digits);
    const bool is_size = digits > 0 && line != std::string_view::npos && line >= digits &&
                         (trimmed(rest).empty() || trimmed(rest).front() == ';');
    if (!is_size) {
      if (is_first) return false;
      // Chunks that break off: the rest as it is, it may be the page.
      body.append(bytes);
      return true;
    }
    bytes.remove_prefix(line + 1);
    if (size == 0) return true;  // trailers are not wanted
    const size_t take = std::min(size, bytes.size());
    body.append(bytes.substr(0, take));
    bytes.remove_prefix(take);
    if (bytes.starts_with("\r\n")) {
      bytes.remove_prefix(2);
    } else if (bytes.starts_with('\n')) {
      bytes.remove_prefix(1);
    }
    if (bytes.empty()) return true;
  }
}

std::string canonical_of_link(std::string_view field) {
  // <ADDRESS>; rel="canonical next"; title="a, b", <ADDRESS>; …
  while (true) {
    const size_t open = field.find('<');
    if (open == std::string_view::npos) return {};
    const size_t close = field.find('>', open);
    if (close == std::string_view::npos) return {};
    const std::string_view address = trimmed(field.substr(open + 1, close - open - 1));
    field.remove_prefix(close + 1);
    size_t end = 0;
    for (bool is_quoted = false; end < field.size() && (is_quoted || field[end] != ','); ++end) {
      if (field[end] == '"') is_quoted = !is_quoted;
    }
    std::string_view parameters = field.substr(0, end);
    field.remove_prefix(end);
    while (!parameters.empty()) {
      size_t stop = 0;
      for (bool is_quoted = false;
           stop < parameters.size() && (is_quoted || parameters[stop] != ';'); ++stop) {
        if (parameters[stop] == '"') is_quoted = !is_quoted;
      }
      const std::string_view one = parameters.substr(0, stop);
      parameters.remove_prefix(std::min(stop + 1, parameters.size()));
      const size_t equals = one.find('=');
      if (equals == std::string_view::npos ||
          !is_same_name(trimmed(one.substr(0, equals)), "rel")) {
        continue;
      }
      std::string_view rel = trimmed(one.substr(equals + 1));
      if (rel.size() >= 2 && rel.front() == '"' && rel.back() == '"') {
        rel = rel.substr(1, rel.size() - 2);
      }
      if ((html::read_rel(rel) & html::kRelCanonical) != 0) return std::string(address);
      break;  // RFC 8288: only the first rel counts
    }
  }
}

bool is_html(std::string_view content_type, std::string_view body) {
  const std::string_view type = trimmed(content_type.substr(0, content_type.find(';')));
  for (const std::string_view html :
       {"text/html"sv, "application/xhtml+xml"sv, "application/vnd.wap.xhtml+xml"sv}) {
    if (is_same_name(type, html)) return true;
  }
  // "no-type" is how ARC writes that there is none.
  for (const std::string_view none : {""sv, "no-type"sv, "unknown/unknown"sv, "*/*"sv}) {
    if (is_same_name(type, none)) return sniffs_as_html(body);
  }
  // Something like "html" or "text html": not a type at all.
  return type.find('/') == std::string_view::npos && sniffs_as_html(body);
}

}  // namespace cocite::read
