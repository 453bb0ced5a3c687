#include "crawl/public_address.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace cocite::crawl {
namespace {

struct Range4 {
  uint32_t first;
  int bits;
};

constexpr uint32_t v4(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// https://www.iana.org/assignments/iana-ipv4-special-registry
constexpr std::array kSpecial4 = {
    Range4{v4(0, 0, 0, 0), 8},      Range4{v4(10, 0, 0, 0), 8},     Range4{v4(100, 64, 0, 0), 10},
    Range4{v4(127, 0, 0, 0), 8},    Range4{v4(169, 254, 0, 0), 16}, Range4{v4(172, 16, 0, 0), 12},
    Range4{v4(192, 0, 0, 0), 24},   Range4{v4(192, 0, 2, 0), 24},   Range4{v4(192, 88, 99, 0), 24},
    Range4{v4(192, 168, 0, 0), 16}, Range4{v4(198, 18, 0, 0), 15},  Range4{v4(198, 51, 100, 0), 24},
    Range4{v4(203, 0, 113, 0), 24}, Range4{v4(224, 0, 0, 0), 4},    Range4{v4(240, 0, 0, 0), 4}};

bool is_public(uint32_t address) {
  return std::ranges::none_of(kSpecial4, [&](const Range4& range) {
    return (address ^ range.first) >> (32 - range.bits) == 0;
  });
}

using Bytes6 = std::array<uint8_t, 16>;

uint32_t v4_at(const Bytes6& bytes, size_t at) {
  return v4(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
}

bool begins(const Bytes6& bytes, std::initializer_list<uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), bytes.begin());
}

bool is_public(const Bytes6& bytes) {
  // IPv4 inside: mapped, translated (NAT64), 6to4.
  if (begins(bytes, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF})) return is_public(v4_at(bytes, 12));
  if (begins(bytes, {0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) {
    return is_public(v4_at(bytes, 12));
  }
  if (begins(bytes, {0x20, 0x02})) return is_public(v4_at(bytes, 2));
  // Of the rest, 2000::/3 is the internet, without 2001::/23 (Teredo and others), documentation.
  if ((bytes[0] & 0xE0) != 0x20) return false;
  if (begins(bytes, {0x20, 0x01}) && (bytes[2] & 0xFE) == 0) return false;
  if (begins(bytes, {0x20, 0x01, 0x0D, 0xB8})) return false;
  return !(begins(bytes, {0x3F, 0xFF}) && (bytes[2] & 0xF0) == 0);
}

}  // namespace

bool is_public_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    return is_public(ntohl(four.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 six{};
    std::memcpy(&six, &address, sizeof six);
    Bytes6 bytes{};
    std::memcpy(bytes.data(), &six.sin6_addr, bytes.size());
    return is_public(bytes);
  }
  return false;
}

bool is_public_address(const std::string& text) {
  in_addr four{};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return is_public(ntohl(four.s_addr));
  Bytes6 bytes{};
  return ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1 && is_public(bytes);
}

}  // namespace cocite::crawl
