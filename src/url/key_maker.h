// The page keys of many addresses, most of them on the host of the one before: the links of a page.
//
//   KeyMaker keys({.fold_www = true});
//   if (keys.make("http://example.com/a", key) == Skip::kNone) {}
//   if (keys.make("http://example.com/b", key) == Skip::kNone) {}   // reads the host no more
//
// The keys are those of make_key(). One thread.
#pragma once

#include <string>
#include <string_view>

#include "url/key.h"

namespace cocite::url {

class KeyMaker {
 public:
  explicit KeyMaker(const KeyOptions& options) : options_(options) {}

  // As make_key().
  [[nodiscard]] Skip make(std::string_view url, std::string& key);

 private:
  void remember_host(std::string_view url, std::string_view key);

  KeyOptions options_;
  // How the last address with a host to remember began, up to the slash, and its key up to there:
  // "http://www.example.com" and "com,example,www)".
  std::string start_;
  std::string key_start_;
};

}  // namespace cocite::url
