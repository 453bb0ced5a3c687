#include "url/url.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/ascii.h"
#include "url/escape.h"
#include "url/host.h"

namespace cocite::url {
namespace {

// Offsets are 32 bits, and escaping can triple a text and follow a base of the same length.
constexpr size_t kMaxBytes = size_t{1} << 28;

// The standard's percent-encode sets, one bit each.
// The last two are for Escaping::kAsKeys.
enum EncodeSet : uint8_t {
  kFragmentSet = 1,
  kQuerySet = 2,
  kPathSet = 4,
  kKeyPathSet = 8,
  kKeyQuerySet = 16,
  kPathLook = 32,  // is not escaped, but may mean something in a path
};

constexpr std::array<uint8_t, 256> kEncode = [] {
  std::array<uint8_t, 256> table{};
  const auto add = [&table](std::string_view bytes, unsigned sets) {
    for (const char c : bytes) {
      uint8_t& entry = table[static_cast<uint8_t>(c)];
      entry = static_cast<uint8_t>(entry | sets);
    }
  };
  for (size_t c = 0; c < table.size(); ++c) {
    if (c <= 0x20 || c > 0x7E) table[c] = 0xFF;
  }
  add("\\.%", kPathLook);
  add("?", kKeyPathSet);
  add("#", kKeyPathSet | kKeyQuerySet);
  add("\"<>", kFragmentSet | kQuerySet | kPathSet);
  add("`", kFragmentSet | kPathSet);
  add("#", kQuerySet | kPathSet);
  add("'", kQuerySet);  // only for special schemes, which http(s) are
  add("?^{}", kPathSet);
  return table;
}();

constexpr bool is_in(char c, EncodeSet set) {
  return (kEncode[static_cast<uint8_t>(c)] & set) != 0;
}

void append_encoded(std::string_view text, EncodeSet set, std::string& out) {
  size_t copied = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is_in(text[i], set)) continue;
    out += text.substr(copied, i - copied);
    append_escape(static_cast<uint8_t>(text[i]), out);
    copied = i + 1;
  }
  out += text.substr(copied);
}

// "." counts 1, ".." counts 2, escaped dots too; any other segment 0.
size_t dots_in(std::string_view segment) {
  size_t dots = 0;
  for (size_t i = 0; i < segment.size(); ++dots) {
    if (dots == 2) return 0;
    if (segment[i] == '.') {
      i += 1;
    } else if (equals_ignore_case(segment.substr(i, 3), "%2e")) {
      i += 3;
    } else {
      return 0;
    }
  }
  return dots;
}

// std::string_view::find_first_of asks memchr for every byte: 300 ns on an ordinary link.
size_t find_authority_end(std::string_view text) {
  size_t i = 0;
  while (i < text.size() && !is_slash(text[i]) && text[i] != '?' && text[i] != '#') ++i;
  return i;
}
constexpr bool is_ignored(char c) {
  return c == '\t' || c == '\n' || c == '\r';
}

// Writes one address; one function per state of the standard's parser that matters for http(s).
class Writer {
 public:
  Writer(std::string& out, UrlParts& parts, Escaping escaping)
      : out_(out),
        parts_(parts),
        path_set_(escaping == Escaping::kStandard ? kPathSet : kKeyPathSet),
        query_set_(escaping == Escaping::kStandard ? kQuerySet : kKeyQuerySet) {}

  LinkKind write(std::string_view text, const Url* base, const UrlParts* base_parts) {
    // As nearly all that have a scheme begin: nothing to find out letter by letter.
    if (text.starts_with("http://")) return authority(false, text.substr(5));
    const size_t length = scheme_length(text);
    if (length > 0) {
      const std::string_view scheme = text.substr(0, length);
      const bool secure = equals_ignore_case(scheme, "https");
      if (!secure && !equals_ignore_case(scheme, "http")) return kind_of(scheme);
      text.remove_prefix(length + 1);
      // "http:x" on an http page is a relative link.
      const bool same = base != nullptr && (base->scheme().size() == 5) == secure;
      if (!same || text.starts_with("//")) return authority(secure, text);
    } else if (base == nullptr) {
      return LinkKind::kBroken;
    }
    return relative(text, *base, *base_parts);
  }

 private:
  static LinkKind kind_of(std::string_view scheme) {
    if (equals_ignore_case(scheme, "javascript")) return LinkKind::kJavascript;
    if (equals_ignore_case(scheme, "mailto")) return LinkKind::kMailto;
    if (equals_ignore_case(scheme, "tel")) return LinkKind::kTel;
    if (equals_ignore_case(scheme, "data")) return LinkKind::kData;
    return LinkKind::kOtherScheme;
  }

  LinkKind relative(std::string_view text, const Url& base, const UrlParts& base_parts) {
    const std::string_view whole = base.href();
    if (text.size() >= 2 && is_slash(text[0]) && is_slash(text[1])) {
      return authority(base.scheme().size() == 5, text);
    }
    parts_ = base_parts;
    if (text.empty() || text[0] == '#') {
      out_ = whole.substr(0, base_parts.fragment_begin);
      return fragment(text);
    }
    if (text[0] == '?') {
      out_ = whole.substr(0, base_parts.query_begin);
      return query(text);
    }
    if (is_slash(text[0])) {
      out_ = whole.substr(0, base_parts.path_begin);
      return path(text.substr(1));
    }
    const size_t slash = whole.rfind('/', base_parts.query_begin - 1);
    out_ = whole.substr(0, slash);
    return path(text);
  }

  LinkKind authority(bool secure, std::string_view text) {
    while (!text.empty() && is_slash(text[0])) text.remove_prefix(1);
    const size_t end = find_authority_end(text);
    std::string_view host = text.substr(0, end);
    text.remove_prefix(end);

    out_ = secure ? "https://" : "http://";
    parts_.scheme_end = secure ? 5 : 4;
    parts_.host_begin = offset();
    if (append_plain_host(host, out_)) {
      parts_.host_end = parts_.path_begin = offset();
      if (!text.empty() && is_slash(text[0])) text.remove_prefix(1);
      return path(text);
    }
    host.remove_prefix(host.rfind('@') + 1);  // npos + 1 is 0
    std::optional<uint16_t> port;
    const size_t colon = port_colon(host);
    if (colon < host.size() && !parse_port(host.substr(colon + 1), port)) return LinkKind::kBroken;
    std::string ascii;
    if (!parse_host(host.substr(0, colon), ascii)) return LinkKind::kBroken;
    out_ += ascii;
    parts_.host_end = offset();
    if (port && *port != (secure ? 443 : 80)) {
      out_ += ':';
      out_ += std::to_string(*port);
    }
    parts_.path_begin = offset();
    if (!text.empty() && is_slash(text[0])) text.remove_prefix(1);
    return path(text);
  }

  // Where the port's colon stands, outside brackets; the size where there is none.
  static size_t port_colon(std::string_view host) {
    bool in_brackets = false;
    for (size_t i = 0; i < host.size(); ++i) {
      if (host[i] == '[') in_brackets = true;
      if (host[i] == ']') in_brackets = false;
      if (host[i] == ':' && !in_brackets) return i;
    }
    return host.size();
  }

  // How much of `text` is a path that is written as it stands: nothing to escape, no dots that may
  // be a segment, no backslashes. npos: not all of the path is.
  [[nodiscard]] size_t plain_path(std::string_view text) const {
    const unsigned odd = path_set_ | kPathLook;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if ((kEncode[static_cast<uint8_t>(c)] & odd) == 0) continue;
      const bool is_within_name = i > 0 && text[i - 1] != '/';
      if ((c == '.' || c == '%') && is_within_name) continue;
      return c == '?' || c == '#' ? i : std::string_view::npos;
    }
    return text.size();
  }

  // `text` without the slash before its first segment. What out_ holds behind path_begin are the
  // segments of the base that stay.
  LinkKind path(std::string_view text) {
    const size_t root = parts_.path_begin;
    out_ += '/';
    if (const size_t plain = plain_path(text); plain != std::string_view::npos) {
      out_ += text.substr(0, plain);
      return query(text.substr(plain));
    }
    while (true) {
      const size_t segment = out_.size();
      size_t end = 0;
      size_t copied = 0;
      for (; end < text.size() && !is_slash(text[end]); ++end) {
        if (!is_in(text[end], path_set_)) continue;
        if (text[end] == '?' || text[end] == '#') break;
        out_ += text.substr(copied, end - copied);
        append_escape(static_cast<uint8_t>(text[end]), out_);
        copied = end + 1;
      }
      out_ += text.substr(copied, end - copied);
      const bool last = end == text.size() || !is_slash(text[end]);
      const size_t dots = dots_in(std::string_view(out_).substr(segment));
      if (dots > 0) out_.resize(segment);
      // The slash before the segment, and the segment before that slash.
      if (dots == 2 && segment - 1 > root) out_.resize(out_.rfind('/', segment - 2) + 1);
      if (dots == 0 && !last) out_ += '/';
      text.remove_prefix(last ? end : end + 1);
      if (last) break;
    }
    return query(text);
  }

  LinkKind query(std::string_view text) {
    parts_.query_begin = offset();
    if (text.starts_with('?')) {
      const size_t end = std::min(text.find('#'), text.size());
      out_ += '?';
      append_encoded(text.substr(1, end - 1), query_set_, out_);
      text.remove_prefix(end);
    }
    parts_.fragment_begin = offset();
    return fragment(text);
  }

  LinkKind fragment(std::string_view text) {
    if (text.starts_with('#')) {
      out_ += '#';
      append_encoded(text.substr(1), kFragmentSet, out_);
    }
    return LinkKind::kPage;
  }

  [[nodiscard]] uint32_t offset() const { return static_cast<uint32_t>(out_.size()); }

  std::string& out_;
  UrlParts& parts_;
  EncodeSet path_set_;
  EncodeSet query_set_;
};

LinkKind write_address(std::string_view text, const Url* base, const UrlParts* base_parts,
                       Escaping escaping, std::string& out, UrlParts& parts) {
  while (!text.empty() && static_cast<uint8_t>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<uint8_t>(text.back()) <= 0x20) text.remove_suffix(1);
  if (text.size() > kMaxBytes) return LinkKind::kBroken;
  std::string cleaned;
  // Not any_of, which stops at the first: this one is done many bytes at a time.
  bool has_ignored = false;
  for (const char c : text) has_ignored |= is_ignored(c);
  if (has_ignored) {
    std::remove_copy_if(text.begin(), text.end(), std::back_inserter(cleaned), is_ignored);
    text = cleaned;
  }
  return Writer(out, parts, escaping).write(text, base, base_parts);
}

}  // namespace

std::string_view link_kind_name(LinkKind kind) {
  switch (kind) {
    case LinkKind::kPage:
      return "page";
    case LinkKind::kBroken:
      return "broken";
    case LinkKind::kJavascript:
      return "javascript";
    case LinkKind::kMailto:
      return "mailto";
    case LinkKind::kTel:
      return "tel";
    case LinkKind::kData:
      return "data";
    case LinkKind::kOtherScheme:
      return "other scheme";
  }
  return "unknown";
}

std::optional<Url> Url::parse(std::string_view text, Escaping escaping) {
  Url url;
  url.escaping_ = escaping;
  if (write_address(text, nullptr, nullptr, escaping, url.href_, url.parts_) != LinkKind::kPage) {
    return std::nullopt;
  }
  return url;
}

std::string_view Url::port() const {
  const std::string_view text = part(parts_.host_end, parts_.path_begin);
  return text.empty() ? text : text.substr(1);
}

LinkKind resolve(const Url& base, std::string_view href, std::string& absolute) {
  UrlParts parts;
  return write_address(href, &base, &base.parts_, base.escaping_, absolute, parts);
}

Url base_url(const Url& document, std::string_view base_href) {
  Url base;
  base.escaping_ = document.escaping_;
  if (write_address(base_href, &document, &document.parts_, base.escaping_, base.href_,
                    base.parts_) != LinkKind::kPage) {
    return document;
  }
  return base;
}

std::string without_user_info(std::string_view text) {
  // Behind "//" of any slashes, and behind "http:", an authority may begin without them.
  const auto begins_authority = [&](size_t at) {
    const std::string_view before = text.substr(0, at);
    if (at >= 2 && is_slash(before[at - 1]) && is_slash(before[at - 2])) return true;
    return (at >= 5 && equals_ignore_case(before.substr(at - 5), "http:")) ||
           (at >= 6 && equals_ignore_case(before.substr(at - 6), "https:"));
  };
  std::string result;
  size_t copied = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!begins_authority(at)) continue;
    while (at < text.size() && is_slash(text[at])) ++at;
    const size_t begin = at;
    while (at < text.size() && !is_slash(text[at]) && text[at] != '?' && text[at] != '#' &&
           text[at] != ' ') {
      ++at;
    }
    const std::string_view authority = text.substr(begin, at - begin);
    const size_t dropped = authority.rfind('@') + 1;  // npos + 1 is 0
    result += text.substr(copied, begin - copied);
    copied = begin + dropped;
  }
  return result += text.substr(copied);
}

}  // namespace cocite::url
