// The address of a machine, of IPv4 or IPv6.
//
//   const auto ip = IpAddress::parse("192.0.2.7");
//   ip->text()                                     // "192.0.2.7"; of IPv6 as RFC 5952 writes it
//
// 16 bytes, those of IPv4 as ::ffff:192.0.2.7. Plain data; any thread.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cocite {

struct IpAddress {
  std::array<uint8_t, 16> bytes{};

  // Empty for invalid text, and for 0.0.0.0 and ::, which archives write for unknown addresses.
  [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);
  [[nodiscard]] std::string text() const;
  friend auto operator<=>(const IpAddress&, const IpAddress&) = default;
};
static_assert(sizeof(IpAddress) == 16);

}  // namespace cocite
