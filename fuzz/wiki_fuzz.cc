// links: read
// Any bytes as the pages of a MediaWiki dump, and as the text of one.
//
//   input: size of pieces, 1 byte | XML behind <siteinfo>, or wikitext
#include "check_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string head =
      "<mediawiki><siteinfo><base>https://w.example/wiki/Main</base><namespaces>"
      "<namespace key=\"6\">Datei</namespace></namespaces></siteinfo>";
  cocite::fuzz::check_source(head + text, "wiki", data[0]);
  const std::string page =
      "<page><title>A</title><revision><text>" + text + "</text></revision></page>";
  cocite::fuzz::check_source(head + page, "wiki", data[0]);
  return 0;
}
