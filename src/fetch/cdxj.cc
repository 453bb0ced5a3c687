#include "fetch/cdxj.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <queue>
#include <utility>

#include "base/ascii.h"
#include "base/date_text.h"
#include "url/url.h"

namespace cocite::fetch {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

// "www." and "www2.".
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  size_t at = 3;
  while (at < host.size() && is_digit(host[at])) ++at;
  return at < host.size() && host[at] == '.' ? host.substr(at + 1) : host;
}

std::string reversed(std::string_view host) {
  if (host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos) {
    return std::string(host);
  }
  std::string result;
  for (size_t end = host.size(); end != std::string_view::npos;) {
    const size_t dot = end == 0 ? std::string_view::npos : host.rfind('.', end - 1);
    const size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    result += (result.empty() ? "" : ",") + std::string(host.substr(begin, end - begin));
    end = dot;
  }
  return result;
}

// As the Internet Archive does it: a session is 32 letters and digits.
bool is_session(std::string_view part) {
  const size_t equals = part.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = part.substr(equals + 1);
  return (name == "jsessionid" || name == "phpsessid" || name == "sid") && value.size() == 32 &&
         std::ranges::all_of(value, is_alphanumeric);
}

// In lower case, slashes once, and percent signs that escape nothing escaped.
std::string plain_path(std::string_view path) {
  std::string result;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/' && result.ends_with('/')) continue;
    result += to_lower(path[i]);
    const bool is_escape = i + 2 < path.size() && is_hex(path[i + 1]) && is_hex(path[i + 2]);
    if (path[i] == '%' && !is_escape) result += "25";
  }
  const size_t semicolon = result.rfind(';');
  if (semicolon != std::string::npos &&
      is_session(std::string_view(result).substr(semicolon + 1))) {
    result.resize(semicolon);
  }
  while (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

std::string sorted_query(std::string_view query) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= query.size();) {
    const size_t end = std::min(query.find('&', at), query.size());
    const std::string_view part = query.substr(at, end - at);
    if (!is_session(part)) parts.emplace_back(part);
    at = end + 1;
  }
  std::ranges::sort(parts, [](const std::string& a, const std::string& b) {
    const auto cut = [](const std::string& text) {
      const size_t equals = std::min(text.find('='), text.size());
      return std::pair(std::string_view(text).substr(0, equals),
                       std::string_view(text).substr(std::min(equals + 1, text.size())));
    };
    return cut(a) < cut(b);
  });
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : "&") + part;
  return result;
}

void put_json(std::string_view name, std::string_view value, std::string& line) {
  line += line.ends_with('{') ? "\"" : ", \"";
  line += name;
  line += "\": \"";
  for (const char c : value) {
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
  if (!parsed) return lower_case(url);
  std::string key = reversed(without_www(parsed->host()));
  if (!parsed->port().empty()) key += ":" + std::string(parsed->port());
  key += ")" + plain_path(parsed->path());
  const std::string query =
      parsed->query().empty() ? "" : sorted_query(lower_case(parsed->query().substr(1)));
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
  put_json("mime", entry.mime.empty() ? "unk" : entry.mime, line);
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

}  // namespace cocite::fetch
