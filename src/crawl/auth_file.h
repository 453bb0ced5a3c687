// Who we are to which host: a file of passwords and tokens.
//
//   example.org me:secret                   # Basic: a user and a password
//   https://api.example.org Bearer abc123   # only over https
//   intranet.test:8080 me:secret            # only on this port
//
//   COCITE_TRY(AuthFile auth, AuthFile::read("auth"));
//   auth.find(*url::Url::parse("https://example.org/x"))       // "Basic bWU6c2VjcmV0", or nothing
//
// The host is compared as a whole: a line for example.org is not for www.example.org. Of several lines
// that fit the one that says most about the address counts. Nothing of a line stands in any message.
// Values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "url/url.h"

namespace cocite::crawl {

class AuthFile {
 public:
  AuthFile() = default;
  // An error for a file that others than its owner can read or write.
  [[nodiscard]] static Result<AuthFile> read(const std::string& path);
  // `name`: of the file, for messages.
  [[nodiscard]] static Result<AuthFile> parse(std::string_view text, const std::string& name);

  // The value of Authorization for this address; empty: none.
  [[nodiscard]] std::string_view find(const url::Url& url) const;

 private:
  struct Entry {
    std::string host;
    std::optional<uint16_t> port;
    std::string scheme;  // empty: both
    std::string value;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries_;
};

}  // namespace cocite::crawl
