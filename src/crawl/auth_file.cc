#include "crawl/auth_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"

namespace cocite::crawl {
namespace {

constexpr size_t kMaxFileBytes = 1 << 20;

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    const size_t taken = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < taken ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= taken ? kLetters[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

uint16_t port_of(const url::Url& url) {
  if (url.port().empty()) return url.scheme() == "https" ? 443 : 80;
  uint16_t port = 0;
  std::from_chars(url.port().data(), url.port().data() + url.port().size(), port);
  return port;
}

struct Closer {
  int file;
  ~Closer() { ::close(file); }
};

}  // namespace

Result<AuthFile> AuthFile::read(const std::string& path) {
  // O_NONBLOCK: opening a pipe without a writer must not block before we see that it is a pipe.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    return fail({.code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                 .message = path + ": " + std::strerror(errno),
                 .about = "auth"});
  }
  const Closer closer{file};
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    return fail({.message = path + ": is no file", .about = "auth"});
  }
  if ((status.st_mode & 077U) != 0) {
    return fail({.message = path + ": others than its owner may read or write it; it holds " +
                            "passwords. Try: chmod 600 " + path,
                 .about = "auth"});
  }
  std::string text;
  std::array<char, 1 << 16> room{};
  for (ssize_t got = 0; (got = ::read(file, room.data(), room.size())) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(ErrorCode::kIo, path + ": " + std::strerror(errno));
    text.append(room.data(), static_cast<size_t>(got));
    if (text.size() > kMaxFileBytes) {
      return fail({.message = path + ": is longer than 1 MiB", .about = "auth"});
    }
  }
  return parse(text, path);
}

Result<AuthFile> AuthFile::parse(std::string_view text, const std::string& name) {
  AuthFile auth;
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const auto wrong = [&](const std::string& what) {
      return fail(
          {.message = name + ", line " + std::to_string(number) + ": " + what, .about = "auth"});
    };
    if (std::ranges::any_of(line, [](char c) { return is_control(c) && c != '\t'; })) {
      return wrong("has control characters");
    }
    size_t space = 0;
    while (space < line.size() && !is_space(line[space])) ++space;
    std::string_view place = line.substr(0, space);
    const std::string_view secret = trim(line.substr(space));
    Entry entry;
    for (const std::string_view scheme : {"http", "https"}) {
      const std::string start = std::string(scheme) + "://";
      if (!place.starts_with(start)) continue;
      entry.scheme = scheme;
      place.remove_prefix(start.size());
    }
    if (place.ends_with('/')) place.remove_suffix(1);
    const auto url = url::Url::parse("http://" + std::string(place) + "/");
    if (!url || url->path() != "/" || !url->query().empty() || !url->fragment().empty() ||
        place.find('@') != std::string_view::npos) {
      return wrong("does not begin with a host, like example.org or https://example.org:8443");
    }
    entry.host = url->host();
    const size_t bracket = place.rfind(']');
    const size_t colon = place.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) entry.port = port_of(*url);
    constexpr std::string_view kBearer = "bearer ";
    if (secret.size() > kBearer.size() &&
        equals_ignore_case(secret.substr(0, kBearer.size()), kBearer)) {
      const std::string_view token = trim(secret.substr(kBearer.size()));
      if (token.empty() || !std::ranges::all_of(token, is_visible)) {
        return wrong("has no token behind Bearer, or one with blanks");
      }
      entry.value = "Bearer " + std::string(token);
    } else if (secret.find(':') != std::string_view::npos) {
      entry.value = "Basic " + base64(secret);
    } else {
      return wrong("is neither 'HOST USER:PASSWORD' nor 'HOST Bearer TOKEN'");
    }
    for (const Entry& known : auth.entries_) {
      Entry other = known;
      other.value = entry.value;
      if (other == entry) return wrong("is for the same host as an earlier line");
    }
    auth.entries_.push_back(std::move(entry));
  }
  return auth;
}

std::string_view AuthFile::find(const url::Url& url) const {
  std::string_view best;
  int most = -1;
  for (const Entry& entry : entries_) {
    if (entry.host != url.host() || (entry.port && *entry.port != port_of(url)) ||
        (!entry.scheme.empty() && entry.scheme != url.scheme())) {
      continue;
    }
    const int told = (entry.port ? 2 : 0) + (entry.scheme.empty() ? 0 : 1);
    if (told <= most) continue;
    most = told;
    best = entry.value;
  }
  return best;
}

}  // namespace cocite::crawl
