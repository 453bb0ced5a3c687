// What page of a wiki does this text name, and at which address is it?
//
//   WikiSite site;                                       // from the dump's <siteinfo>
//   site.read("<siteinfo>…<base>https://en.wikipedia.org/wiki/Main_Page</base>…</siteinfo>");
//   std::string url;
//   if (site.resolve("main page#History", url)) ...      // https://en.wikipedia.org/wiki/Main_page
//
// As MediaWiki does it: references and %20 are decoded, letters composed (NFC), blanks are
// underscores, the first letter is a capital (where the wiki says so), namespaces have the name
// that the wiki gives them, fragments are cut. Files, categories, media and special pages are no
// pages, nor is what another wiki's prefix leads to. Any thread may ask once it is read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace cocite::read {

class WikiSite {
 public:
  // False: there is no base address in it.
  bool read(std::string_view siteinfo);

  // Whether a link to this leads to a page here.
  [[nodiscard]] bool names_page(std::string_view target) const;
  // The address of the page that a link or a title names. False: it names none here.
  [[nodiscard]] bool resolve(std::string_view target, std::string& url) const;
  // The same for the title of a page of the dump itself, which names one whatever it looks like.
  void address(std::string_view title, std::string& url) const;
  [[nodiscard]] const std::string& base() const { return base_; }

 private:
  [[nodiscard]] bool is_page_prefix(std::string_view prefix) const;
  // The title as the wiki shows it, blanks as blanks; empty: no title.
  [[nodiscard]] std::string title_of(std::string_view target) const;
  [[nodiscard]] std::string canonical(std::string title) const;
  void put_address(std::string_view title, std::string& url) const;

  std::string base_;  // up to where titles stand
  bool capital_first_ = true;
  std::map<std::string, int, std::less<>> namespaces_;  // by name in lower case
  std::map<int, std::string> namespace_names_;          // as the wiki writes them
};

// "&amp;lt;" -> "&lt;": the references of XML, once.
void decode_xml(std::string_view text, std::string& out);

}  // namespace cocite::read
