#include "serve/request_target.h"

#include <algorithm>

#include "serve/message.h"

namespace cocite::serve {

std::optional<WholeTarget> whole_target(std::string_view target) {
  const size_t colon = std::min(target.find("://"), target.size());
  const std::string scheme = lower(target.substr(0, colon));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  const std::string_view rest = target.substr(std::min(colon + 3, target.size()));
  const size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  WholeTarget result{.authority = rest.substr(0, end), .target = std::string(rest.substr(end))};
  if (!result.target.starts_with('/')) result.target.insert(0, 1, '/');
  return result;
}

std::optional<std::string> host_name(std::string_view host) {
  size_t end = std::min(host.find(':'), host.size());
  if (host.starts_with('[')) {
    const size_t bracket = host.find(']');
    if (bracket == std::string_view::npos) return std::nullopt;
    end = bracket + 1;
  }
  const std::string_view port = host.substr(end);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!port.empty() && (port[0] != ':' || !std::ranges::all_of(port.substr(1), is_digit))) {
    return std::nullopt;
  }
  return lower(host.substr(0, end));
}

}  // namespace cocite::serve
