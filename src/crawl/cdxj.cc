#include "crawl/cdxj.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>

#include <re2/re2.h>

#include "base/ascii.h"
#include "base/date_text.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

// "www." and "www2.".
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  size_t at = 3;
  while (at < host.size() && is_digit(host[at])) ++at;
  return at < host.size() && host[at] == '.' ? host.substr(at + 1) : host;
}

// "com,example"; numbers, too: "1,0,0,127". IPv6 stands as it is, without its brackets.
std::string reversed(std::string_view host) {
  if (host.starts_with('[')) return std::string(host.substr(1, host.size() - 2));
  std::string result;
  for (size_t end = host.size(); end != std::string_view::npos;) {
    const size_t dot = end == 0 ? std::string_view::npos : host.rfind('.', end - 1);
    const size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    result += (result.empty() ? "" : ",") + std::string(host.substr(begin, end - begin));
    end = dot;
  }
  return result;
}

// What escapes mean, also those that only come out of others: "%2541" is "A". No two escapes overlap, so
// that it does not matter in which order they are read.
std::string unescaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c;
    const size_t size = result.size();
    if (size < 3 || result[size - 3] != '%' || !is_hex(result[size - 2]) ||
        !is_hex(result[size - 1])) {
      continue;
    }
    const int byte = hex_value(result[size - 2]) * 16 + hex_value(result[size - 1]);
    result.resize(size - 3);
    result += static_cast<char>(byte);
  }
  return result;
}

// Only what cannot be shown is escaped, and "%" and "#". In lower case, escapes too.
std::string escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    if (is_visible(c) && c != '%' && c != '#') {
      result += to_lower(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += '%';
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    }
  }
  return result;
}

// Without empty folders and dots. REQUIRES: it begins with a slash.
std::string plain_folders(std::string_view path) {
  std::vector<std::string_view> kept;
  for (size_t at = 1; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view name = path.substr(at, end - at);
    at = end + 1;
    if (name == ".") continue;
    if (name == ".." && !kept.empty()) {
      kept.pop_back();
    } else {
      kept.push_back(name);
    }
  }
  std::string result = "/";
  for (size_t i = 0; i < kept.size(); ++i) {
    const bool is_last = i + 1 == kept.size();
    if (is_last || !kept[i].empty()) result += kept[i];
    if (!is_last && !kept[i].empty()) result += '/';
  }
  return result;
}

// What the Internet Archive takes for the number of a session, each with what stands before and behind.
struct Sessions {
  std::vector<std::unique_ptr<re2::RE2>> in_paths;
  std::vector<std::unique_ptr<re2::RE2>> in_queries;
};
const Sessions& sessions() {
  static const Sessions kSessions = [] {
    Sessions made;
    for (const char* const id : {R"(\((?:[a-z]\([0-9a-z]{24}\))+\)/)", R"(\([0-9a-z]{24}\)/)"}) {
      made.in_paths.push_back(
          std::make_unique<re2::RE2>("(.*/)" + std::string(id) + R"(([^?]+\.aspx.*))"));
    }
    for (const char* const id :
         {"jsessionid=[0-9a-z]{32}", "phpsessid=[0-9a-z]{32}", "sid=[0-9a-z]{32}",
          "aspsessionid[a-z]{8}=[a-z]{24}", "cfid=[^&]+&cftoken=[^&]+"}) {
      made.in_queries.push_back(
          std::make_unique<re2::RE2>("(.*)" + std::string(id) + "(?:&(.*))?"));
    }
    return made;
  }();
  return kSessions;
}

std::string without_sessions(std::string text,
                             const std::vector<std::unique_ptr<re2::RE2>>& patterns) {
  std::string before;
  std::string behind;
  for (const auto& pattern : patterns) {
    if (re2::RE2::FullMatch(text, *pattern, &before, &behind)) text = before + behind;
  }
  return text;
}

std::string plain_path(std::string_view path) {
  std::string result =
      without_sessions(escaped(plain_folders(unescaped(path))), sessions().in_paths);
  if (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

std::string sorted_query(std::string_view query) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    parts.push_back(query.substr(at, end - at));
    at = end + 1;
  }
  // By name, then those without a value, then by value.
  std::ranges::sort(parts, {}, [](std::string_view part) {
    const size_t equals = std::min(part.find('='), part.size());
    return std::tuple(part.substr(0, equals), part.substr(equals));
  });
  std::string result;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += '&';
    result += parts[i];
  }
  return result;
}

void put_json(std::string_view name, std::string_view value, std::string& line) {
  line += line.ends_with('{') ? "\"" : ", \"";
  line += name;
  line += "\": \"";
  for (const char c : value) {
    if (static_cast<unsigned char>(c) >= 0x80) {  // no UTF-8 for sure
      line += '?';
      continue;
    }
    if (c == '"' || c == '\\') line += '\\';
    line += is_control(c) ? ' ' : c;
  }
  line += '"';
}

tl::unexpected<Error> trouble(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": cannot be written or read");
}

}  // namespace

std::string cdx_key(std::string_view url) {
  const auto parsed = url::Url::parse(url);
  if (!parsed) return escaped(url);
  std::string_view host = parsed->host();
  while (host.ends_with('.')) host.remove_suffix(1);
  std::string key = reversed(without_www(host));
  if (!parsed->port().empty()) key += ":" + std::string(parsed->port());
  key += ")" + plain_path(parsed->path());
  std::string query;
  if (parsed->query().size() > 1) {
    query = sorted_query(
        without_sessions(escaped(unescaped(parsed->query().substr(1))), sessions().in_queries));
  }
  if (!query.empty()) key += "?" + query;
  return key;
}

std::string cdx_line(const CdxEntry& entry) {
  std::string digits;
  for (const char c : date_text(entry.date)) {
    if (is_digit(c)) digits += c;
  }
  std::string line = cdx_key(entry.url) + " " + digits + " {";
  put_json("url", entry.url, line);
  const std::string_view mime = entry.mime.substr(0, entry.mime.find_first_of("; \t"));
  if (!mime.empty()) put_json("mime", mime, line);
  put_json("status", std::to_string(entry.status), line);
  put_json("digest", entry.digest, line);
  put_json("length", std::to_string(entry.length), line);
  put_json("offset", std::to_string(entry.offset), line);
  put_json("filename", entry.file, line);
  return line + "}";
}

CdxjWriter::~CdxjWriter() {
  for (const std::string& run : runs_) std::remove(run.c_str());
}

Result<void> CdxjWriter::add(std::string line) {
  bytes_ += line.size() + sizeof line;
  lines_.push_back(std::move(line));
  return bytes_ > kRunBytes ? write_run() : Result<void>();
}

Result<void> CdxjWriter::write_run() {
  std::ranges::sort(lines_);
  runs_.push_back(folder_ + "/index.part" + std::to_string(runs_.size()));
  std::ofstream file(runs_.back(), std::ios::binary);
  for (const std::string& line : lines_) file << line << '\n';
  file.close();
  if (!file) return trouble(runs_.back());
  lines_.clear();
  bytes_ = 0;
  return {};
}

Result<void> CdxjWriter::finish(const std::string& path) {
  const std::string draft = path + ".part";
  std::ofstream out(draft, std::ios::binary);
  if (runs_.empty()) {
    std::ranges::sort(lines_);
    for (const std::string& line : lines_) out << line << '\n';
  } else {
    COCITE_CHECK(write_run());
    std::vector<std::unique_ptr<std::ifstream>> files;
    using Head = std::pair<std::string, size_t>;
    std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
    std::string line;
    for (size_t i = 0; i < runs_.size(); ++i) {
      files.push_back(std::make_unique<std::ifstream>(runs_[i], std::ios::binary));
      if (!*files[i]) return trouble(runs_[i]);
      if (std::getline(*files[i], line)) heads.emplace(line, i);
    }
    while (!heads.empty()) {
      const auto [text, from] = heads.top();
      heads.pop();
      out << text << '\n';
      if (std::getline(*files[from], line)) heads.emplace(line, from);
    }
  }
  out.close();
  if (!out || std::rename(draft.c_str(), path.c_str()) != 0) return trouble(path);
  lines_.clear();
  return {};
}

}  // namespace cocite::crawl
