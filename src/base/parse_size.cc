#include <charconv>
#include <cmath>
#include <system_error>

#include <cocite/parse_size.h>

namespace cocite {

std::optional<uint64_t> parse_size(std::string_view text) {
  double value = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value) || std::signbit(value)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(stop - text.data()));
  unsigned shift = 0;
  if (!text.empty()) {
    constexpr std::string_view kUnits = "BKMGT";
    const auto upper = static_cast<char>(text.front() >= 'a' ? text.front() - 32 : text.front());
    const size_t unit = kUnits.find(upper);
    if (unit == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(1);
    if (!rest.empty() && (unit == 0 || (rest != "B" && rest != "iB"))) return std::nullopt;
    shift = static_cast<unsigned>(unit) * 10;
  }
  const double bytes = std::ldexp(value, static_cast<int>(shift));
  if (bytes >= 0x1p63) return std::nullopt;
  return static_cast<uint64_t>(bytes);
}

}  // namespace cocite
