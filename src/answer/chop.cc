#include "answer/chop.h"

#include <algorithm>

#include "url/key.h"

namespace cocite::answer {

std::vector<std::string> chopped_keys(std::string_view key) {
  std::vector<std::string> keys;
  const auto add = [&](std::string candidate) {
    if (std::ranges::find(keys, candidate) == keys.end()) keys.push_back(std::move(candidate));
  };
  add(std::string(key));
  const std::string_view host = url::host_of_key(key);
  if (host.size() == key.size()) return keys;
  const std::string root(key.substr(0, host.size() + 1));  // "com,example)"
  std::string path(key.substr(host.size() + 1));
  path.erase(std::min(path.find('?'), path.size()));
  add(root + path);
  if (path.ends_with('/')) {
    path.pop_back();
    if (!path.empty()) add(root + path);
  } else {
    add(root + path + '/');
  }
  while (!path.empty()) {
    path.erase(std::min(path.rfind('/'), path.size()));
    if (!path.empty()) add(root + path);
    add(root + path + '/');
  }
  return keys;
}

}  // namespace cocite::answer
