// links: url
//
// Any bytes as an address, and as a link on a page: no crash, and what is made reads back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "url/key.h"
#include "url/site.h"
#include "url/url.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::url;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const SiteList sites;
  static const Url page = *Url::parse("https://example.com/a/b?c#d");

  std::string key;
  std::string again;
  if (make_key(text, {}, key) == Skip::kNone) {
    require(make_key(url_of_key(key), {}, again) == Skip::kNone && again == key);
    require(host_of_key(key).starts_with(sites.site_of_host(host_of_key(key))));
    require(make_key(text, {.fold_www = true}, again) == Skip::kNone);
  }
  // As if they were keys.
  (void)url_of_key(text);
  (void)host_name(text);
  (void)sites.site_of_host(text);
  (void)without_user_info(text);

  std::string absolute;
  if (resolve(page, text, absolute) == LinkKind::kPage) {
    const std::optional<Url> url = Url::parse(absolute);
    require(url && url->href() == absolute);
    require(url->path().starts_with('/') && !url->host().empty());
    // No user info, wherever the link had it.
    require(absolute.find('@') >= absolute.find('/', absolute.find("//") + 2));
    require(resolve(*url, "", again) == LinkKind::kPage);
  }
  // Base and link from one input, cut at the first line break.
  const size_t cut = text.find('\n');
  if (cut != std::string_view::npos) {
    if (const std::optional<Url> base = Url::parse(text.substr(0, cut))) {
      if (resolve(*base, text.substr(cut + 1), absolute) == LinkKind::kPage) {
        const std::optional<Url> url = Url::parse(absolute);
        require(url && url->href() == absolute);
      }
      (void)base_url(*base, text.substr(cut + 1));
    }
  }
  return 0;
}
