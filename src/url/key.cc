#include "url/key.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "url/escape.h"
#include "url/host.h"
#include "url/key_maker.h"
#include "url/scheme.h"

namespace cocite::url {
namespace {

constexpr size_t kMaxLabelBytes = 63;

// What a byte asks for. A plain byte (0) is copied in long runs.
enum Class : uint8_t {
  kHostEnd = 1,    // / \ ? #
  kHostOdd = 2,    // needs the careful reading: user info, port, escapes, IDN, forbidden bytes
  kHostUpper = 4,  // a capital letter
  kPathEdit = 8,   // changes in a path, or ends it
  kPathDot = 16,   // . which matters only at the start of a segment
  kQueryEdit = 32  // changes in a query, or ends it
};

constexpr std::array<uint8_t, 256> kClass = [] {
  std::array<uint8_t, 256> table{};
  for (size_t c = 0; c < table.size(); ++c) {
    const char byte = static_cast<char>(c);
    unsigned bits = 0;
    if (byte == '/' || byte == '\\' || byte == '?' || byte == '#') {
      bits |= kHostEnd;
    } else if (is_upper(byte)) {
      bits |= kHostUpper;
    } else if (!(is_alphanumeric(byte) || byte == '-' || byte == '_' || byte == '.')) {
      bits |= kHostOdd;
    }
    const bool escaped = c <= 0x20 || c >= 0x7F || byte == '%';
    if (escaped || byte == '\\' || byte == '?' || byte == '#') bits |= kPathEdit;
    if (byte == '.') bits |= kPathDot;
    if (escaped || byte == '#') bits |= kQueryEdit;
    table[c] = static_cast<uint8_t>(bits);
  }
  return table;
}();

constexpr uint8_t class_of(char c) {
  return kClass[static_cast<uint8_t>(c)];
}

// Takes the scheme off `url`; false where it is not a page's.
bool take_scheme(std::string_view& url, uint16_t& default_port) {
  default_port = 80;
  if (url.starts_with("http://")) {
    url.remove_prefix(7);
    return true;
  }
  if (url.starts_with("https://")) {
    default_port = 443;
    url.remove_prefix(8);
    return true;
  }
  const size_t length = scheme_length(url);
  if (length > 0 && url.substr(length).starts_with("://")) {
    const std::string_view scheme = url.substr(0, length);
    const bool secure = equals_ignore_case(scheme, "https");
    if (!secure && !equals_ignore_case(scheme, "http")) return false;
    if (secure) default_port = 443;
    url.remove_prefix(length + 3);
    return true;
  }
  // No scheme: "example.com:8080/x" is a page, "mailto:x" and "http:x" are not.
  if (url.starts_with('[')) return true;
  size_t stop = 0;
  while (stop < url.size() && url[stop] != ':' && (class_of(url[stop]) & kHostEnd) == 0) ++stop;
  if (stop == url.size() || url[stop] != ':') return true;
  size_t end = stop + 1;
  while (end < url.size() && is_digit(url[end])) ++end;
  if (end == stop + 1) return false;
  return end == url.size() || (class_of(url[end]) & kHostEnd) != 0;
}

enum class Written : uint8_t { kYes, kNo, kTryIdna };

// Appends the labels of a lower-case ASCII host in reverse. kTryIdna: a label looks like punycode.
Written append_labels(std::string_view host, bool fold_www, bool trust_punycode, std::string& key) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty()) return Written::kNo;
  size_t end = host.size();
  size_t labels = 0;
  while (true) {
    size_t begin = end;
    while (begin > 0 && host[begin - 1] != '.') --begin;
    const size_t length = end - begin;
    if (length == 0 || length > kMaxLabelBytes) return Written::kNo;
    const std::string_view label = host.substr(begin, length);
    if (!trust_punycode && length >= 4 && label[2] == '-' && label[3] == '-') {
      return Written::kTryIdna;
    }
    if (labels == 0 && is_digit(label[0]) && is_dotted_decimal(host)) {
      key += host;
      return Written::kYes;
    }
    if (begin == 0) {
      if (fold_www && labels >= 2 && label == "www" && !is_dotted_decimal(host.substr(end + 1))) {
        return Written::kYes;
      }
      if (labels > 0) key += ',';
      key += label;
      return Written::kYes;
    }
    if (labels > 0) key += ',';
    key += label;
    ++labels;
    end = begin - 1;
  }
}

// A comma is no forbidden character of a host, but it is ours between labels: "uiuc,edu" then reads
// like two labels. Such a key stands if it is the key of the host that it reads like.
bool reads_back(std::string_view key_host) {
  const std::string name = host_name(key_host);
  std::string ascii;
  std::string again;
  return domain_to_ascii(name, ascii) && !name.ends_with('.') &&
         append_labels(ascii, false, true, again) == Written::kYes && again == key_host;
}

// Any host: escapes, capitals, other scripts, IPv6.
bool append_odd_host(std::string_view host, bool fold_www, std::string& key) {
  std::string ascii;
  if (host.starts_with('[')) {
    if (!parse_ipv6(host, ascii)) return false;
    key += ascii;
    return true;
  }
  std::string decoded;
  percent_decode(host, decoded);
  if (!domain_to_ascii(decoded, ascii)) return false;
  // ")" ends the host in a key; there is no other way to write it.
  if (ascii.find(')') != std::string::npos) return false;
  const size_t begin = key.size();
  if (append_labels(ascii, fold_www, true, key) != Written::kYes) return false;
  return ascii.find(',') == std::string::npos || reads_back(std::string_view(key).substr(begin));
}

// `authority` holds something else than letters, digits and -_. : reads user info and port too.
Skip append_authority(std::string_view authority, uint16_t default_port, bool fold_www,
                      std::string& key) {
  const size_t at = authority.rfind('@');
  if (at != std::string_view::npos) authority.remove_prefix(at + 1);
  size_t host_end = authority.size();
  if (authority.starts_with('[')) {
    const size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) return Skip::kHost;
    host_end = bracket + 1;
    if (host_end < authority.size() && authority[host_end] != ':') return Skip::kHost;
  } else {
    host_end = std::min(host_end, authority.find(':'));
  }
  std::string_view host = authority.substr(0, host_end);
  if (host.empty()) return Skip::kHost;
  std::optional<uint16_t> port;
  if (host_end < authority.size() && !parse_port(authority.substr(host_end + 1), port)) {
    return Skip::kPort;
  }
  uint8_t seen = 0;
  for (const char c : host) seen = static_cast<uint8_t>(seen | class_of(c));
  Written written = Written::kTryIdna;
  std::array<char, 256> lower;
  if ((seen & kHostOdd) == 0 && host.size() <= lower.size()) {
    std::transform(host.begin(), host.end(), lower.begin(), to_lower);
    written = append_labels({lower.data(), host.size()}, fold_www, false, key);
  }
  if (written == Written::kTryIdna) {
    key.clear();
    written = append_odd_host(host, fold_www, key) ? Written::kYes : Written::kNo;
  }
  if (written == Written::kNo) return Skip::kHost;
  if (port && *port != default_port) {
    key += ':';
    key += std::to_string(*port);
  }
  return Skip::kNone;
}

// Escapes and dot segments, for the one path in ten that has any.
void append_odd_path(std::string_view path, std::string& key) {
  const size_t root = key.size();
  key += '/';
  size_t segment = key.size();
  const auto end_segment = [&](bool last) {
    const std::string_view text = std::string_view(key).substr(segment);
    if (text == ".") {
      key.resize(segment);
    } else if (text == "..") {
      key.resize(segment);
      if (segment - 1 > root) key.resize(key.rfind('/', segment - 2) + 1);
      segment = key.size();
    } else if (!last) {
      key += '/';
      segment = key.size();
    }
  };
  size_t i = path.empty() ? 0 : 1;
  while (i < path.size()) {
    const char c = path[i];
    const int byte = c == '%' ? escape_at(path, i) : -1;
    if (is_slash(c)) {
      end_segment(false);
    } else if (byte >= 0) {
      const char decoded = static_cast<char>(byte);
      if (is_unreserved(decoded)) {
        key += decoded;
      } else {
        append_escape(static_cast<uint8_t>(byte), key);
      }
      i += 2;
    } else if (c == '%' || (class_of(c) & kPathEdit) == 0) {
      key += c;
    } else {
      append_escape(static_cast<uint8_t>(c), key);
    }
    ++i;
  }
  end_segment(true);
}

// The path at the start of `rest`; returns how much of `rest` it is.
size_t append_path(std::string_view rest, std::string& key) {
  size_t i = 0;
  for (; i < rest.size(); ++i) {
    const uint8_t bits = class_of(rest[i]) & (kPathEdit | kPathDot);
    if (bits != 0 && (bits != kPathDot || (i > 0 && rest[i - 1] == '/'))) break;
  }
  if (i == rest.size() || rest[i] == '?' || rest[i] == '#') {
    if (i == 0) key += '/';
    key += rest.substr(0, i);
    return i;
  }
  size_t end = i;
  while (end < rest.size() && rest[end] != '?' && rest[end] != '#') ++end;
  append_odd_path(rest.substr(0, end), key);
  return end;
}

// `rest` opens with "?" or "#" or is empty.
void append_query(std::string_view rest, std::string& key) {
  if (rest.size() < 2 || rest[0] != '?' || rest[1] == '#') return;
  size_t copied = 0;
  for (size_t i = 1; i < rest.size(); ++i) {
    if ((class_of(rest[i]) & kQueryEdit) == 0) continue;
    key += rest.substr(copied, i - copied);
    copied = i;
    if (rest[i] == '#') return;
    const int byte = escape_at(rest, i);
    if (byte >= 0) i += 2;
    if (byte < 0 && rest[i] == '%') continue;  // not an escape: stays, with the run that follows
    append_escape(static_cast<uint8_t>(byte >= 0 ? byte : static_cast<uint8_t>(rest[i])), key);
    copied = i + 1;
  }
  key += rest.substr(copied);
}

// What stands behind the host, from its end on.
Skip append_after_host(std::string_view rest, std::string& key) {
  rest.remove_prefix(append_path(rest, key));
  append_query(rest, key);
  // Escaping can triple the length. A key must have an address that is short enough again.
  const bool fits = key.size() <= kMaxUrlBytes / 2 || url_of_key(key).size() <= kMaxUrlBytes;
  return fits ? Skip::kNone : Skip::kTooLong;
}

// The key's own bytes of an escape that make_key() would change again ("%2e", left by "%%32e").
bool is_loose_escape(std::string_view text, size_t i) {
  const int byte = escape_at(text, i);
  if (byte < 0) return false;
  return is_unreserved(static_cast<char>(byte)) || text[i + 1] != to_upper_hex(byte >> 4) ||
         text[i + 2] != to_upper_hex(byte);
}

}  // namespace

std::string_view skip_reason(Skip skip) {
  switch (skip) {
    case Skip::kNone:
      return "a page";
    case Skip::kEmpty:
      return "empty";
    case Skip::kScheme:
      return "not http(s)";
    case Skip::kHost:
      return "bad host";
    case Skip::kPort:
      return "bad port";
    case Skip::kTooLong:
      return "too long";
  }
  return "unknown";
}

Skip make_key(std::string_view url, const KeyOptions& options, std::string& key) {
  key.clear();
  url = trim(url);
  if (url.empty()) return Skip::kEmpty;
  if (url.size() > kMaxUrlBytes) return Skip::kTooLong;
  uint16_t default_port = 0;
  if (!take_scheme(url, default_port)) return Skip::kScheme;

  uint8_t seen = 0;
  size_t end = 0;
  for (; end < url.size(); ++end) {
    const uint8_t bits = class_of(url[end]);
    if ((bits & kHostEnd) != 0) break;
    seen = static_cast<uint8_t>(seen | bits);
  }
  const std::string_view authority = url.substr(0, end);
  Written written = Written::kTryIdna;
  if ((seen & (kHostOdd | kHostUpper)) == 0) {
    written = append_labels(authority, options.fold_www, false, key);
    if (written == Written::kNo) return Skip::kHost;
  }
  if (written == Written::kTryIdna) {
    key.clear();
    const Skip skip = append_authority(authority, default_port, options.fold_www, key);
    if (skip != Skip::kNone) return skip;
  }
  key += ')';
  return append_after_host(url.substr(end), key);
}

Skip KeyMaker::make(std::string_view url, std::string& key) {
  // The slash ends the host for sure, and white space at the end is make_key()'s to take off.
  if (!start_.empty() && url.size() > start_.size() && url.size() <= kMaxUrlBytes &&
      url[start_.size()] == '/' && url.starts_with(start_) && !is_space(url.back())) {
    key = key_start_;
    return append_after_host(url.substr(start_.size()), key);
  }
  const Skip skip = make_key(url, options_, key);
  if (skip == Skip::kNone) remember_host(url, key);
  return skip;
}

void KeyMaker::remember_host(std::string_view url, std::string_view key) {
  const size_t scheme = url.starts_with("http://") ? 7 : url.starts_with("https://") ? 8 : 0;
  if (scheme == 0) return;
  size_t end = scheme;
  while (end < url.size() && (class_of(url[end]) & kHostEnd) == 0) ++end;
  if (end == url.size() || url[end] != '/') return;
  start_ = url.substr(0, end);
  key_start_ = key.substr(0, host_of_key(key).size() + 1);
}

std::string_view host_of_key(std::string_view key) {
  return key.substr(0, key.find(')'));
}

std::string host_name(std::string_view key_host) {
  if (key_host.starts_with('[')) return std::string(key_host);
  const size_t colon = std::min(key_host.find(':'), key_host.size());
  const std::string_view labels = key_host.substr(0, colon);
  std::string name;
  name.reserve(key_host.size());
  size_t end = labels.size();
  while (true) {
    size_t begin = end;
    while (begin > 0 && labels[begin - 1] != ',') --begin;
    name += labels.substr(begin, end - begin);
    if (begin == 0) break;
    name += '.';
    end = begin - 1;
  }
  name += key_host.substr(colon);
  return name;
}

std::string url_of_key(std::string_view key) {
  return url_of_key(key, false);
}

std::string url_of_key(std::string_view key, bool is_secure) {
  const std::string_view key_host = host_of_key(key);
  std::string_view rest = key.substr(key_host.size());
  if (!rest.empty()) rest.remove_prefix(1);
  // Port 80 stands in a key only where it is not the default, and so does port 443.
  const std::string name = host_name(key_host);
  const bool is_https = name.ends_with(":80") || (is_secure && !name.ends_with(":443"));
  std::string url(is_https ? "https://" : "http://");
  url += name;
  const size_t query = std::min(rest.find('?'), rest.size());
  for (size_t i = 0; i < query; ++i) {
    url += rest[i];
    if (is_loose_escape(rest.substr(0, query), i)) {
      append_escape(static_cast<uint8_t>(rest[++i]), url);
    }
  }
  url += rest.substr(query);
  return url;
}

}  // namespace cocite::url
