// For tests: link lists as people have them, seeded, with everything that may be in one.
//
//   std::mt19937_64 random(1);
//   std::string text = random_list({.lines = 200}, random);
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace cocite::ingest::testing {

struct ListShape {
  uint64_t lines = 100;
  uint64_t hosts = 6;
  uint64_t paths = 12;
  bool opaque_names = false;
  bool is_clean = false;  // nothing that is left out or counted
};

// One of the ways to write the address of page `path` of host `host`.
inline std::string random_url(uint64_t host, uint64_t path, std::mt19937_64& random) {
  static const std::array<std::string, 8> kHosts = {
      "example.com",       "www.example.com",  "example.co.uk", "docs.example.co.uk",
      "xn--bcher-kva.org", "example.com:8080", "192.0.2.7",     "[2001:db8::1]"};
  const auto one_in = [&](uint64_t n) { return random() % n == 0; };
  std::string name = host < kHosts.size() ? kHosts[host] : "h" + std::to_string(host) + ".net";
  if (one_in(4)) {
    for (char& c : name) c = c >= 'a' && c <= 'z' && one_in(2) ? static_cast<char>(c - 32) : c;
  }
  if (host == 4 && one_in(2))
    name =
        "b\xC3\xBC"
        "cher.org";
  if (one_in(6) && host < 5) name += ".";
  const bool https = one_in(3);
  if (one_in(6) && name.find(':') == std::string::npos) name += https ? ":443" : ":80";
  std::string url = (https ? "https://" : "http://") + name;
  if (one_in(8)) url = (https ? "HTTPS://" : "http://") + name;
  if (path == 0) return url + (one_in(2) ? "/" : one_in(2) ? "" : "/#top");
  if (one_in(5)) url += "/x/..";
  url += one_in(4) ? "/%70" : "/p";  // %70 is p
  url += std::to_string(path);
  if (path % 3 == 0) url += "?q=" + std::to_string(path);
  if (one_in(5)) url += "#part";
  return url;
}

inline std::string random_name(const ListShape& shape, std::mt19937_64& random) {
  const uint64_t host = random() % shape.hosts;
  const uint64_t path = std::min(random() % shape.paths, random() % shape.paths);
  if (!shape.opaque_names) return random_url(host, path, random);
  static const std::array<std::string, 4> kKinds = {"page ", "\xFF\xFE", "http://a/", ""};
  return kKinds[host % kKinds.size()] + std::to_string(host * shape.paths + path);
}

inline std::string random_list(const ListShape& shape, std::mt19937_64& random) {
  static const std::array<std::string, 12> kOdd = {"# a comment\twith a tab",
                                                   "",
                                                   "mailto:someone@example.com",
                                                   "http://bad..host/\thttp://example.com/",
                                                   "http://example.com/\thttp://bad..host/",
                                                   "http://example.com/only\tjavascript:void(0)",
                                                   "\thttp://example.com/",
                                                   "a\tb\tc",
                                                   "1 2",
                                                   "http://example.com/ http://example.org/",
                                                   std::string("nul\0nul\tx", 9),
                                                   "#"};
  std::string text;
  std::string source = random_name(shape, random);
  for (uint64_t i = 0; i < shape.lines; ++i) {
    if (random() % 5 == 0) source = random_name(shape, random);
    std::string line = source;
    if (random() % 20 > 0) line += "\t" + random_name(shape, random);
    if (random() % 30 == 0) line = source + "\t" + source;
    if (!shape.is_clean && random() % 8 == 0) line = kOdd[random() % kOdd.size()];
    text += line + (random() % 10 == 0 ? "\r\n" : "\n");
  }
  if (random() % 4 == 0 && !text.empty()) text.pop_back();
  return text;
}

// The same lines in another order: lists are no longer in one place.
inline std::string shuffled(const std::string& text, std::mt19937_64& random) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::shuffle(lines, random);
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace cocite::ingest::testing
