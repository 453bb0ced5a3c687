// Which machine does this name mean? The host part of an address, brought to its one spelling.
//
//   std::string host;
//   parse_host("B\xC3\xBC" "cher.Example", host);  // true, "xn--bcher-kva.example"
//   parse_host("0x7f.1", host);                    // true, "127.0.0.1"
//   parse_host("a b", host);                       // false
//
// As browsers do it (WHATWG URL standard, "host parsing"), with ICU for UTS 46. Pure functions; any
// thread (the ICU object behind them is made once and never changed).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cocite::url {

// The whole of the standard's host parser: escapes, UTS 46, IPv4 in all notations, IPv6 in
// brackets. `host` is replaced; undefined where the answer is false. Labels may be empty or long:
// browsers accept that, page keys do not.
[[nodiscard]] bool parse_host(std::string_view text, std::string& host);

// What nearly every host is, and all that parse_host() would do with it: letters, digits, "-", "_"
// and dots are appended in lower case. False, and nothing appended, where that is not all: another
// byte, "--" (which may be punycode), a last label that may be a number, or none.
[[nodiscard]] bool append_plain_host(std::string_view text, std::string& host);

// A name to lower-case ASCII by UTS 46 (non-transitional; bidi and joiner rules on; hyphen, length
// and STD3 rules off, so `_` passes). False where that fails, or the result is empty or holds a
// forbidden character. REQUIRES: escapes already decoded.
[[nodiscard]] bool domain_to_ascii(std::string_view domain, std::string& ascii);

// "%XX" decoded everywhere, anything else kept.
void percent_decode(std::string_view text, std::string& decoded);

// "[2001:DB8:0:0:0:0:0:1]" -> "[2001:db8::1]". False for anything else.
[[nodiscard]] bool parse_ipv6(std::string_view text, std::string& host);

// Four decimal numbers up to 255 without leading zeros: the usual spelling of an IPv4
// address.
[[nodiscard]] bool is_dotted_decimal(std::string_view host);

// The digits of a port, "0080" and "" included (-> 80, -> none). False above 65535 or where a
// character is no digit.
[[nodiscard]] bool parse_port(std::string_view digits, std::optional<uint16_t>& port);

}  // namespace cocite::url
