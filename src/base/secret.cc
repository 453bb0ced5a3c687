#include "base/secret.h"

#include <cerrno>

#include <sys/random.h>

namespace cocite {

Result<std::string> random_secret(size_t bytes) {
  std::string raw(bytes, '\0');
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = ::getrandom(raw.data() + done, bytes - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(ErrorCode::kIo, "the system gives no random numbers");
    done += static_cast<size_t>(got);
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool is_equal_secret(std::string_view secret, std::string_view given) {
  unsigned char difference = secret.size() == given.size() ? 0 : 1;
  for (size_t i = 0; i < secret.size(); ++i) {
    const char other = given.empty() ? '\0' : given[i % given.size()];
    difference =
        static_cast<unsigned char>(difference | static_cast<unsigned char>(secret[i] ^ other));
  }
  return difference == 0;
}

}  // namespace cocite
