// Page keys against a second, slow reading of the rules, and what must hold for any bytes at all.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "url/host.h"
#include "url/key.h"
#include "url/site.h"
#include "url/url.h"

namespace cocite::url {
namespace {

using Random = std::mt19937_64;

// Pieces that meet each other in odd ways when put together at random.
const std::vector<std::string>& pieces() {
  static const std::vector<std::string> kPieces = {"http://",
                                                   "https://",
                                                   "HTTP://",
                                                   "http:",
                                                   "ftp://",
                                                   "mailto:",
                                                   "://",
                                                   "//",
                                                   "/",
                                                   "\\",
                                                   "?",
                                                   "#",
                                                   "@",
                                                   ":",
                                                   ":80",
                                                   ":443",
                                                   ":8080",
                                                   ":65536",
                                                   ":0080",
                                                   ".",
                                                   "..",
                                                   "/./",
                                                   "/../",
                                                   "/..",
                                                   "%2e",
                                                   "%2E%2e",
                                                   "%",
                                                   "%%32e",
                                                   "%%34a",
                                                   "%zz",
                                                   "%4",
                                                   "%41",
                                                   "%7e",
                                                   "%2f",
                                                   "%c3%A9",
                                                   "%00",
                                                   "%20",
                                                   "%25",
                                                   "%2541",
                                                   "a",
                                                   "B",
                                                   "www.",
                                                   "WWW.",
                                                   "example",
                                                   ".com",
                                                   "co.uk",
                                                   "xn--",
                                                   "xn--a",
                                                   "xn--bcher-kva",
                                                   "XN--BCHER-KVA",
                                                   "b\xC3\xBC"
                                                   "cher",
                                                   "\xC3\x9F",
                                                   "\xE3\x80\x82",
                                                   "\xEF\xBC\x8F",
                                                   "\xC2\xAD",
                                                   "\xE2\x80\x8D",
                                                   "\xD7\x90",
                                                   "1",
                                                   "1.2.3.4",
                                                   "0x7f",
                                                   "256",
                                                   "010",
                                                   "[::1]",
                                                   "[",
                                                   "]",
                                                   "[1:2::]",
                                                   ",",
                                                   ")",
                                                   "(",
                                                   "_",
                                                   "-",
                                                   "--",
                                                   " ",
                                                   "\t",
                                                   "\n",
                                                   "\x01",
                                                   "\x7F",
                                                   "\x80",
                                                   "\xFF",
                                                   "&",
                                                   "=",
                                                   "+",
                                                   ";",
                                                   "~",
                                                   "!",
                                                   "\"",
                                                   "<",
                                                   "^",
                                                   "|",
                                                   "`",
                                                   "{",
                                                   "index.html",
                                                   "q=1",
                                                   std::string(1, '\0'),
                                                   std::string(63, 'l'),
                                                   std::string(64, 'm')};
  return kPieces;
}

std::string random_url(Random& random) {
  std::string url;
  // Half of them start like an address, so that the rest is reached.
  if (random() % 2 == 0) url = random() % 2 == 0 ? "http://x.example" : "https://";
  const size_t count = random() % 12;
  for (size_t i = 0; i < count; ++i) url += pieces()[random() % pieces().size()];
  return url;
}

std::string random_bytes(Random& random) {
  std::string bytes(random() % 40, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return random() % 2 == 0 ? bytes : "http://" + bytes;
}

// The rules read one after the other, each a pass over the whole text; no table, no shortcut.
// Shares with the real one only ICU and the IPv6 parser (tested elsewhere against a browser's).
class SlowKey {
 public:
  static std::string of(std::string url) {
    while (!url.empty() && is_blank(url.front())) url.erase(0, 1);
    while (!url.empty() && is_blank(url.back())) url.pop_back();
    std::string scheme = "http";
    const size_t mark = url.find("://");
    const std::string before = url.substr(0, std::min(mark, url.size()));
    if (mark != std::string::npos && is_scheme(before)) {
      scheme = lower(before);
      if (scheme != "http" && scheme != "https") return "!";
      url.erase(0, mark + 3);
    } else {
      const size_t colon = url.find(':');
      const size_t stop = url.find_first_of("/\\?#");
      if (colon != std::string::npos && colon < stop && url[0] != '[') {
        const size_t end = stop == std::string::npos ? url.size() : stop;
        const std::string port = url.substr(colon + 1, end - colon - 1);
        if (port.empty() || port.find_first_not_of("0123456789") != std::string::npos) return "!";
      }
    }
    url = url.substr(0, url.find('#'));
    std::string query;
    if (const size_t at = url.find('?'); at != std::string::npos) {
      query = url.substr(at + 1);
      url.resize(at);
    }
    std::replace(url.begin(), url.end(), '\\', '/');
    const size_t slash = std::min(url.find('/'), url.size());
    const std::string host = host_key(url.substr(0, slash), scheme);
    if (host.empty()) return "!";
    const std::string path = escape(without_dots(edit_escapes(url.substr(slash), true)));
    query = escape(edit_escapes(query, false));
    return host + ")" + path + (query.empty() ? "" : "?" + query);
  }

 private:
  static bool is_blank(char c) {
    return std::string_view(" \t\n\f\r").find(c) != std::string::npos;
  }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_number(char c) { return c >= '0' && c <= '9'; }
  static bool is_scheme(const std::string& text) {
    return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
      return is_letter(c) || is_number(c) || c == '+' || c == '-' || c == '.';
    });
  }
  static std::string lower(std::string text) {
    for (char& c : text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
  }
  static int hex(char c) {
    const size_t at = std::string_view("0123456789abcdef").find(lower(std::string(1, c)));
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
  }
  static std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
      if (c == separator) {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    return parts;
  }
  static std::string escape(const std::string& text) {
    std::string out;
    for (const char c : text) {
      const unsigned byte = static_cast<uint8_t>(c);
      if (byte > 0x20 && byte < 0x7F) {
        out += c;
      } else {
        out += '%';
        out += "0123456789ABCDEF"[byte / 16];
        out += "0123456789ABCDEF"[byte % 16];
      }
    }
    return out;
  }
  static std::string edit_escapes(const std::string& text, bool decode) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      const bool valid =
          text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0;
      if (!valid) {
        out += text[i];
        continue;
      }
      const char byte = static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
      const bool unreserved = is_letter(byte) || is_number(byte) ||
                              std::string_view("-._~").find(byte) != std::string_view::npos;
      if (decode && unreserved) {
        out += byte;
      } else {
        out += '%';
        for (size_t k = 1; k <= 2; ++k) out += "0123456789ABCDEF"[hex(text[i + k])];
      }
      i += 2;
    }
    return out;
  }
  static std::string without_dots(const std::string& path) {
    if (path.empty()) return "/";
    const std::vector<std::string> all = split(path.substr(1), '/');
    std::vector<std::string> kept;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool dots = all[i] == "." || all[i] == "..";
      if (all[i] == ".." && !kept.empty()) kept.pop_back();
      if (!dots) kept.push_back(all[i]);
      if (dots && i + 1 == all.size()) kept.emplace_back();
    }
    std::string out;
    for (const std::string& segment : kept) out += "/" + segment;
    return out;
  }
  // "" if the host is invalid.
  static std::string host_key(std::string text, const std::string& scheme) {
    if (const size_t at = text.rfind('@'); at != std::string::npos) text.erase(0, at + 1);
    const size_t bracket = text.starts_with('[') ? text.find(']') : 0;
    if (bracket == std::string::npos) return "";
    const size_t colon = std::min(text.find(':', bracket), text.size());
    std::string port = text.substr(std::min(colon + 1, text.size()));
    text.resize(colon);
    if (port.find_first_not_of("0123456789") != std::string::npos) return "";
    while (port.size() > 1 && port[0] == '0') port.erase(0, 1);
    if (port.size() > 5 || (!port.empty() && std::stoi(port) > 65535)) return "";
    if (port == (scheme == "http" ? "80" : "443")) port.clear();
    if (!port.empty()) port.insert(0, ":");

    std::string host;
    if (text.starts_with('[')) return parse_ipv6(text, host) ? host + port : "";
    std::string decoded;
    percent_decode(text, decoded);
    if (!domain_to_ascii(decoded, host)) return "";
    if (host.ends_with('.')) host.pop_back();
    std::vector<std::string> labels = split(host, '.');
    bool ipv4 = labels.size() == 4;
    for (const std::string& label : labels) {
      if (label.empty() || label.size() > 63 || label.find(')') != std::string::npos) return "";
      ipv4 = ipv4 && label.size() <= 3 && std::all_of(label.begin(), label.end(), is_number) &&
             std::to_string(std::stoi(label)) == label && std::stoi(label) <= 255;
    }
    if (ipv4) return host + port;
    std::reverse(labels.begin(), labels.end());
    std::string key;
    for (const std::string& label : labels) key += (key.empty() ? "" : ",") + label;
    // A comma of the host's own: only where the key reads back as itself.
    if (host.find(',') != std::string::npos) {
      std::vector<std::string> again = split(key, ',');
      std::reverse(again.begin(), again.end());
      std::string name;
      for (const std::string& label : again) {
        if (label.empty()) return "";
        name += (name.empty() ? "" : ".") + label;
      }
      if (host_key(name, "http") != key) return "";
    }
    return key + port;
  }
};

std::string printable(std::string_view bytes) {
  return testing::PrintToString(std::string(bytes));
}

TEST(KeyProperty, AgreesWithASlowReadingOfTheRules) {
  Random random(1);
  std::string key;
  size_t pages = 0;
  for (int i = 0; i < 60000; ++i) {
    const std::string url = i % 8 == 0 ? random_bytes(random) : random_url(random);
    const bool page = make_key(url, {}, key) == Skip::kNone;
    if (page) ++pages;
    ASSERT_EQ(page ? key : "!", SlowKey::of(url)) << printable(url);
  }
  EXPECT_GT(pages, 10000U);  // the generator reaches what it is meant to
}

TEST(KeyProperty, AKeysAddressHasThatKey) {
  Random random(2);
  std::string key;
  std::string again;
  for (int i = 0; i < 60000; ++i) {
    const std::string url = i % 4 == 0 ? random_bytes(random) : random_url(random);
    if (make_key(url, {}, key) != Skip::kNone) continue;
    ASSERT_EQ(make_key(url_of_key(key), {}, again), Skip::kNone) << printable(url);
    ASSERT_EQ(again, key) << printable(url);
  }
}

TEST(KeyProperty, AKeyIsPrintableAsciiWithOneHostBeforeASlash) {
  Random random(3);
  std::string key;
  const SiteList sites;
  for (int i = 0; i < 30000; ++i) {
    const std::string url = random_url(random);
    if (make_key(url, {.fold_www = i % 2 == 0}, key) != Skip::kNone) continue;
    ASSERT_TRUE(std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7F; }));
    const std::string_view host = host_of_key(key);
    ASSERT_FALSE(host.empty());
    ASSERT_TRUE(std::string_view(key).substr(host.size()).starts_with(")/")) << key;
    ASSERT_TRUE(host.starts_with(sites.site_of_host(host))) << key;
  }
}

TEST(KeyProperty, CaseOfHostAndSchemeDoesNotMatter) {
  Random random(4);
  std::string key;
  std::string other;
  constexpr std::string_view kHostBytes = "abcxyz019-_..";
  for (int i = 0; i < 20000; ++i) {
    std::string host = i % 5 == 0 ? "xn--bcher-kva." : "";
    for (size_t n = 1 + random() % 20; n > 0; --n) host += kHostBytes[random() % kHostBytes.size()];
    const std::string plain = "http://" + host + ":8080";
    std::string mixed = plain;
    for (char& c : mixed) {
      if (c >= 'a' && c <= 'z' && random() % 2 == 0) c = static_cast<char>(c - 'a' + 'A');
    }
    const Skip skip = make_key(plain + "/Path?Q", {}, key);
    ASSERT_EQ(make_key(mixed + "/Path?Q", {}, other), skip) << mixed;
    if (skip == Skip::kNone) {
      ASSERT_EQ(other, key);
    }
  }
}

TEST(KeyProperty, LongKeysHaveShortEnoughAddresses) {
  Random random(5);
  std::string key;
  std::string again;
  for (int i = 0; i < 60; ++i) {
    std::string url = "https://x.y:80/";
    const std::string_view unit = i % 3 == 0 ? "%%32e" : i % 3 == 1 ? "\xFF" : "a";
    const size_t length = kMaxUrlBytes / (i % 3 == 1 ? 3 : 1) - random() % 40;
    while (url.size() + unit.size() <= length) url += unit;
    if (make_key(url, {}, key) != Skip::kNone) continue;
    ASSERT_EQ(make_key(url_of_key(key), {}, again), Skip::kNone);
    ASSERT_EQ(again, key);
  }
}

TEST(UrlProperty, AnAnswerResolvesToItself) {
  Random random(6);
  std::string absolute;
  std::string again;
  const Url base = *Url::parse("https://example.com/a/b?c#d");
  for (int i = 0; i < 60000; ++i) {
    const std::string href = i % 4 == 0 ? random_bytes(random) : random_url(random);
    if (resolve(base, href, absolute) != LinkKind::kPage) continue;
    const std::optional<Url> url = Url::parse(absolute);
    ASSERT_TRUE(url) << printable(href);
    ASSERT_EQ(url->href(), absolute) << printable(href);
    ASSERT_EQ(resolve(base, absolute, again), LinkKind::kPage);
    ASSERT_EQ(again, absolute) << printable(href);
  }
}

}  // namespace
}  // namespace cocite::url
