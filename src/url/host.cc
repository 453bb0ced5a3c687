#include "url/host.h"

#include <array>
#include <cstddef>

#include <unicode/uidna.h>

#include "base/ascii.h"
#include "url/escape.h"

namespace cocite::url {
namespace {

// WHATWG "forbidden domain code point".
constexpr std::array<bool, 256> kForbidden = [] {
  std::array<bool, 256> table{};
  for (size_t c = 0; c <= 0x20; ++c) table[c] = true;
  for (size_t c = 0x7F; c <= 0xFF; ++c) table[c] = true;
  for (const char c : std::string_view("#/:<>?@[\\]^|%")) table[static_cast<uint8_t>(c)] = true;
  return table;
}();

// Bytes of append_plain_host() in lower case; 0: not one of them.
constexpr std::array<char, 256> kPlain = [] {
  std::array<char, 256> table{};
  for (size_t c = 0; c < table.size(); ++c) {
    const char byte = static_cast<char>(c);
    if (is_alphanumeric(byte) || byte == '-' || byte == '_' || byte == '.') {
      table[c] = to_lower(byte);
    }
  }
  return table;
}();

// Errors of UTS 46 that the URL standard switches off (CheckHyphens, VerifyDnsLength).
constexpr uint32_t kTolerated = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

const UIDNA* shared_idna() {
  static const UIDNA* const idna = [] {
    UErrorCode error = U_ZERO_ERROR;
    UIDNA* opened = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
    return U_SUCCESS(error) ? opened : nullptr;
  }();
  return idna;
}

// Plain ASCII without an "xn--" label only needs lower case: UTS 46 would change nothing else.
bool needs_idna(std::string_view domain) {
  bool label_start = true;
  for (size_t i = 0; i < domain.size(); ++i) {
    if (static_cast<uint8_t>(domain[i]) >= 0x80) return true;
    if (label_start && equals_ignore_case(domain.substr(i, 4), "xn--")) return true;
    label_start = domain[i] == '.';
  }
  return false;
}

bool run_idna(std::string_view domain, std::string& ascii) {
  const UIDNA* idna = shared_idna();
  // ICU counts in int32; no host of that size is one.
  if (idna == nullptr || domain.size() > (size_t{1} << 20)) return false;
  ascii.resize(domain.size() + 64);
  for (int attempt = 0; attempt < 2; ++attempt) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode error = U_ZERO_ERROR;
    const int32_t length =
        uidna_nameToASCII_UTF8(idna, domain.data(), static_cast<int32_t>(domain.size()),
                               ascii.data(), static_cast<int32_t>(ascii.size()), &info, &error);
    if (error == U_BUFFER_OVERFLOW_ERROR) {
      ascii.resize(static_cast<size_t>(length));
      continue;
    }
    if (U_FAILURE(error) || (info.errors & ~kTolerated) != 0) return false;
    ascii.resize(static_cast<size_t>(length));
    return true;
  }
  return false;
}

// "0x1F", "017" and "15" as the standard reads them. nullopt: not a number.
std::optional<uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    const bool hex = to_lower(text[1]) == 'x';
    base = hex ? 16 : 8;
    text.remove_prefix(hex ? 2 : 1);
  }
  uint64_t value = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) return std::nullopt;
    // Anything beyond 32 bits is out of range; stay there without overflow.
    if (value <= UINT32_MAX) value = value * base + static_cast<unsigned>(digit);
  }
  return value;
}

// Whether a name is to be read as an IPv4 address, and nothing else: its last label is a number.
bool ends_in_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.empty()) return false;
  if (last.find_first_not_of("0123456789") == std::string_view::npos) return true;
  return last.size() >= 2 && last[0] == '0' && to_lower(last[1]) == 'x' && parse_ipv4_number(last);
}

bool parse_ipv4(std::string_view host, uint32_t& address) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::array<uint64_t, 4> numbers{};
  size_t count = 0;
  while (true) {
    const size_t dot = host.find('.');
    const std::optional<uint64_t> number = parse_ipv4_number(host.substr(0, dot));
    if (!number || count == numbers.size()) return false;
    numbers[count++] = *number;
    if (dot == std::string_view::npos) break;
    host.remove_prefix(dot + 1);
  }
  // The last number fills the bytes that the others leave: "127.1" is 127.0.0.1.
  if (numbers[count - 1] >= (uint64_t{1} << (8 * (5 - count)))) return false;
  uint64_t value = numbers[count - 1];
  for (size_t i = 0; i + 1 < count; ++i) {
    if (numbers[i] > 255) return false;
    value += numbers[i] << (8 * (3 - i));
  }
  address = static_cast<uint32_t>(value);
  return true;
}

void write_ipv4(uint32_t address, std::string& host) {
  host.clear();
  for (int shift = 24; shift >= 0; shift -= 8) {
    host += std::to_string((address >> shift) & 255);
    if (shift > 0) host += '.';
  }
}

// The "1.2.3.4" that may end an IPv6 address, as two of its pieces.
bool parse_embedded_ipv4(std::string_view text, std::array<uint16_t, 2>& pieces) {
  uint32_t address = 0;
  if (!is_dotted_decimal(text) || !parse_ipv4(text, address)) return false;
  pieces = {static_cast<uint16_t>(address >> 16), static_cast<uint16_t>(address & 0xFFFF)};
  return true;
}

void write_ipv6(const std::array<uint16_t, 8>& pieces, std::string& host) {
  // "::" stands for the longest run of zeros, the first of equals, and never for a single one.
  size_t best_begin = pieces.size();
  size_t best_length = 1;
  for (size_t i = 0; i < pieces.size();) {
    size_t end = i;
    while (end < pieces.size() && pieces[end] == 0) ++end;
    if (end - i > best_length) {
      best_begin = i;
      best_length = end - i;
    }
    i = end + 1;
  }
  host.assign(1, '[');
  for (size_t i = 0; i < pieces.size();) {
    if (i == best_begin) {
      host += i == 0 ? "::" : ":";
      i += best_length;
      continue;
    }
    bool started = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      const int digit = (pieces[i] >> shift) & 15;
      if (digit != 0 || started || shift == 0) host += "0123456789abcdef"[digit];
      started = started || digit != 0;
    }
    if (++i < pieces.size()) host += ':';
  }
  host += ']';
}

}  // namespace

void percent_decode(std::string_view text, std::string& decoded) {
  decoded.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = escape_at(text, i);
    decoded += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
}

bool domain_to_ascii(std::string_view domain, std::string& ascii) {
  if (needs_idna(domain)) {
    if (!run_idna(domain, ascii)) return false;
  } else {
    ascii.resize(domain.size());
    for (size_t i = 0; i < domain.size(); ++i) ascii[i] = to_lower(domain[i]);
  }
  for (const char c : ascii) {
    if (kForbidden[static_cast<uint8_t>(c)]) return false;
  }
  return !ascii.empty();
}

bool parse_ipv6(std::string_view text, std::string& host) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  text = text.substr(1, text.size() - 2);
  std::array<uint16_t, 8> pieces{};
  size_t count = 0;
  size_t compressed_at = pieces.size() + 1;  // pieces before "::"; beyond the end: no "::" seen
  if (text.starts_with("::")) {
    compressed_at = 0;
    text.remove_prefix(2);
  } else if (text.empty() || text.front() == ':') {
    return false;
  }
  while (!text.empty()) {
    if (count == pieces.size()) return false;
    const size_t end = text.find(':');
    const std::string_view piece = text.substr(0, end);
    if (end == std::string_view::npos && piece.find('.') != std::string_view::npos) {
      std::array<uint16_t, 2> pair{};
      if (count > 6 || !parse_embedded_ipv4(piece, pair)) return false;
      pieces[count++] = pair[0];
      pieces[count++] = pair[1];
      break;
    }
    if (piece.empty() || piece.size() > 4) return false;
    unsigned value = 0;
    for (const char c : piece) {
      if (!is_hex(c)) return false;
      value = value * 16 + static_cast<unsigned>(hex_value(c));
    }
    pieces[count++] = static_cast<uint16_t>(value);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    if (text.starts_with(':')) {
      if (compressed_at <= pieces.size()) return false;
      compressed_at = count;
      text.remove_prefix(1);
    } else if (text.empty()) {
      return false;  // a single colon at the end
    }
  }
  if (compressed_at > pieces.size()) {
    if (count != pieces.size()) return false;
  } else {
    if (count == pieces.size()) return false;  // "::" must stand for something
    const size_t tail = count - compressed_at;
    for (size_t i = 0; i < tail; ++i) {
      pieces[pieces.size() - 1 - i] = pieces[count - 1 - i];
      pieces[count - 1 - i] = 0;
    }
  }
  write_ipv6(pieces, host);
  return true;
}

bool is_dotted_decimal(std::string_view host) {
  for (int part = 0; part < 4; ++part) {
    size_t length = 0;
    int value = 0;
    while (length < host.size() && length < 4 && is_digit(host[length])) {
      value = value * 10 + (host[length++] - '0');
    }
    if (length == 0 || length > 3 || value > 255 || (length > 1 && host[0] == '0')) return false;
    host.remove_prefix(length);
    if (part == 3) return host.empty();
    if (!host.starts_with('.')) return false;
    host.remove_prefix(1);
  }
  return false;
}

bool append_plain_host(std::string_view text, std::string& host) {
  if (text.empty()) return false;
  const size_t begin = host.size();
  host.resize(begin + text.size());
  char* to = host.data() + begin;
  char before = '.';
  char first = '.';  // of the last label
  bool is_plain = true;
  for (const char c : text) {
    const char lower = kPlain[static_cast<uint8_t>(c)];
    is_plain &= lower != 0 && (c != '-' || before != '-');
    if (before == '.') first = lower;
    before = c;
    *to++ = lower;
  }
  if (is_plain && first != '.' && before != '.' && !is_digit(first)) return true;
  host.resize(begin);
  return false;
}

bool parse_host(std::string_view text, std::string& host) {
  if (text.starts_with('[')) return parse_ipv6(text, host);
  std::string decoded;
  if (text.find('%') != std::string_view::npos) {
    percent_decode(text, decoded);
    text = decoded;
  }
  if (!domain_to_ascii(text, host)) return false;
  if (!ends_in_number(host)) return true;
  uint32_t address = 0;
  if (!parse_ipv4(host, address)) return false;
  write_ipv4(address, host);
  return true;
}

bool parse_port(std::string_view digits, std::optional<uint16_t>& port) {
  port.reset();
  uint32_t value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return false;
    value = value * 10 + static_cast<uint32_t>(c - '0');
    if (value > 65535) return false;
  }
  if (!digits.empty()) port = static_cast<uint16_t>(value);
  return true;
}

}  // namespace cocite::url
