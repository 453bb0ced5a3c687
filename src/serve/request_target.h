// Which service a request means, and what of it: the forms that RFC 9112, 3.2 allows.
//
//   whole_target("http://localhost:80/a?b")  // authority "localhost:80", target "/a?b"
//   host_name("LocalHost:8080")              // "localhost"
//
// Pure functions on text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cocite::serve {

// A target that is a whole address, as proxies get it: its authority counts instead of Host.
struct WholeTarget {
  std::string_view authority;
  std::string target;  // path and query; begins with a slash
};
// Nothing: the target is a path, "*", or no address of the web.
[[nodiscard]] std::optional<WholeTarget> whole_target(std::string_view target);

// The name of a Host, "name", "name:port" or "[::1]:port", in small letters. Nothing: what stands
// behind the name is no port.
[[nodiscard]] std::optional<std::string> host_name(std::string_view host);

}  // namespace cocite::serve
