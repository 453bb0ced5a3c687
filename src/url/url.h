// Where does this link lead? Addresses of http(s) pages as browsers read them (WHATWG URL
// standard).
//
//   std::optional<Url> page = Url::parse("http://example.com/a/b.html");
//   std::string absolute;
//   if (resolve(*page, "../c d?x#y", absolute) == LinkKind::kPage) {
//     // absolute == "http://example.com/c%20d?x#y"
//   }
//
// One thing is not as in browsers: user info ("http://me:secret@host/") is dropped, so that no
// password is sent, stored or shown because a page links to it.
//
// Text is UTF-8, as a page is after its charset has been decoded; bytes that are not are escaped as
// they stand. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cocite::url {

// What a link turned out to be.
enum class LinkKind : uint8_t {
  kPage,         // http or https
  kBroken,       // meant to be one, but no browser would go there: bad host, bad port, no host
  kJavascript,   // javascript:
  kMailto,       // mailto:
  kTel,          // tel:
  kData,         // data:
  kOtherScheme,  // ftp:, file:, about:, blob: and whatever else has a name and a colon
};
inline constexpr size_t kLinkKindCount = 7;

// Words for a report: "page", "broken", "javascript", "mailto", "tel", "data", "other scheme".
[[nodiscard]] std::string_view link_kind_name(LinkKind kind);

// Which characters of path and query are written as %XX. kStandard: as browsers do. kAsKeys: only
// those that a page key escapes too; a browser's `{` becomes %7B, which is another page key than
// `{`, and the same link must give the same page whether it came from HTML or from a list of links.
enum class Escaping : uint8_t { kStandard, kAsKeys };

// Where the parts of a serialized address begin and end. Made by parse(), for internal use.
//
//   https://example.com:8080/p/a/t/h?query=1#top
//   |    |  |          |    |       |       |
//   |    |  host_begin |    path_   query_  fragment_begin
//   0    scheme_end    |    begin   begin   (= size where there is none)
//                      host_end
struct UrlParts {
  uint32_t scheme_end = 0;
  uint32_t host_begin = 0;
  uint32_t host_end = 0;
  uint32_t path_begin = 0;
  uint32_t query_begin = 0;
  uint32_t fragment_begin = 0;
};

// A valid absolute http(s) address in the standard's serialization. Views are valid while it lives
// and is not assigned to.
class Url {
 public:
  // nullopt where the text is not an absolute http(s) address that a browser would go to.
  [[nodiscard]] static std::optional<Url> parse(std::string_view text,
                                                Escaping escaping = Escaping::kStandard);

  [[nodiscard]] const std::string& href() const { return href_; }
  [[nodiscard]] std::string_view scheme() const { return part(0, parts_.scheme_end); }
  [[nodiscard]] std::string_view host() const { return part(parts_.host_begin, parts_.host_end); }
  // "8080", or empty for the scheme's default.
  [[nodiscard]] std::string_view port() const;
  [[nodiscard]] std::string_view path() const {
    return part(parts_.path_begin, parts_.query_begin);
  }
  // With its "?"; empty where there is none.
  [[nodiscard]] std::string_view query() const {
    return part(parts_.query_begin, parts_.fragment_begin);
  }
  // With its "#"; empty where there is none.
  [[nodiscard]] std::string_view fragment() const {
    return std::string_view(href_).substr(parts_.fragment_begin);
  }

 private:
  friend LinkKind resolve(const Url& base, std::string_view href, std::string& absolute);
  friend Url base_url(const Url& document, std::string_view base_href);
  Url() = default;
  [[nodiscard]] std::string_view part(size_t begin, size_t end) const {
    return std::string_view(href_).substr(begin, end - begin);
  }

  std::string href_;
  UrlParts parts_;
  Escaping escaping_ = Escaping::kStandard;
};

// The address that `href` means on a page whose base is `base`: `absolute` is replaced by it, and
// holds nothing of use unless the answer is kPage. White space around it, tabs and newlines within
// it, backslashes, "//host", "?query", "#place", "" and dot segments as browsers read them; escaped
// as the base is.
[[nodiscard]] LinkKind resolve(const Url& base, std::string_view href, std::string& absolute);

// The base of a page at `document` that says <base href="base_href">: that address, itself relative
// to the document's, or the document's where it is no http(s) address. (Only a page's first <base>
// with an href counts; that is for the caller.)
[[nodiscard]] Url base_url(const Url& document, std::string_view base_href);

// A text that may hold addresses, for a message, without their user info:
// "see http://me:secret@host/" -> "see http://host/".
[[nodiscard]] std::string without_user_info(std::string_view text);

}  // namespace cocite::url
