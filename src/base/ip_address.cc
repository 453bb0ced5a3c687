#include "base/ip_address.h"

#include <algorithm>
#include <cstring>

#include <arpa/inet.h>

namespace cocite {
namespace {

constexpr size_t kV4At = 12;
constexpr std::array<uint8_t, kV4At> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) return {};
  const std::string ended(text);
  IpAddress ip;
  if (inet_pton(AF_INET, ended.c_str(), ip.bytes.data() + kV4At) == 1) {
    std::ranges::copy(kMapped, ip.bytes.begin());
  } else if (inet_pton(AF_INET6, ended.c_str(), ip.bytes.data()) != 1) {
    return {};
  }
  constexpr std::array<uint8_t, 4> kZero{};
  const bool is_v4 = std::equal(kMapped.begin(), kMapped.end(), ip.bytes.begin());
  const bool is_unknown = ip == IpAddress{} || (is_v4 && std::equal(kZero.begin(), kZero.end(),
                                                                    ip.bytes.begin() + kV4At));
  if (is_unknown) return {};
  return ip;
}

std::string IpAddress::text() const {
  const bool is_v4 = std::equal(kMapped.begin(), kMapped.end(), bytes.begin());
  std::array<char, INET6_ADDRSTRLEN> text{};
  const uint8_t* from = is_v4 ? bytes.data() + kV4At : bytes.data();
  inet_ntop(is_v4 ? AF_INET : AF_INET6, from, text.data(), text.size());
  return text.data();
}

}  // namespace cocite
