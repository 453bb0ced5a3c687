#include "crawl/wiki_title.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "crawl/header_fields.h"

namespace cocite::crawl {
namespace {

constexpr size_t kMaxTitleBytes = 255;  // MediaWiki's own limit
constexpr int kMedia = -2;
constexpr int kSpecial = -1;
constexpr int kFile = 6;
constexpr int kCategory = 14;

// Names that every wiki knows, beside those in its own language.
constexpr std::array<std::pair<std::string_view, int>, 5> kEverywhere = {{
    {"media", kMedia},
    {"special", kSpecial},
    {"file", kFile},
    {"image", kFile},
    {"category", kCategory},
}};

// Prefixes of other projects. Those of languages are told by their look.
constexpr std::array<std::string_view, 46> kProjects = {
    "w",
    "wikipedia",
    "wikt",
    "wiktionary",
    "b",
    "wikibooks",
    "n",
    "wikinews",
    "q",
    "wikiquote",
    "s",
    "wikisource",
    "v",
    "wikiversity",
    "voy",
    "wikivoyage",
    "c",
    "commons",
    "m",
    "meta",
    "metawikipedia",
    "species",
    "wikispecies",
    "mw",
    "mediawikiwiki",
    "d",
    "wikidata",
    "foundation",
    "wmf",
    "incubator",
    "simple",
    "phab",
    "bugzilla",
    "doi",
    "arxiv",
    "rfc",
    "google",
    "imdbtitle",
    "iarchive",
    "toollabs",
    "toolforge",
    "wikia",
    "mailarchive",
    "gerrit",
    "otrswiki",
    "outreach",
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

// "fr", "als", "zh-yue", "be-tarask": as written, so that titles with a capital do not look so.
bool looks_like_language(std::string_view prefix) {
  const size_t dash = std::min(prefix.find('-'), prefix.size());
  const std::string_view code = prefix.substr(0, dash);
  if (code.size() < 2 || code.size() > 3 || !std::ranges::all_of(code, is_lower)) return false;
  const std::string_view rest = prefix.substr(dash);
  return rest.empty() || (rest.size() > 2 && std::ranges::all_of(rest.substr(1), [](char c) {
                            return is_lower(c) || c == '-';
                          }));
}

// The capital of the first letter, for the alphabets that have one and lie in two bytes.
uint32_t to_upper(uint32_t c) {
  if (c >= 'a' && c <= 'z') return c - 32;
  if ((c >= 0xE0 && c <= 0xFE && c != 0xF7)) return c - 32;
  if (c == 0xFF) return 0x178;
  if (c >= 0x100 && c <= 0x17F) {
    const bool odd_is_lower = (c < 0x138) || (c > 0x149 && c < 0x178);
    if (c == 0x131 || c == 0x138 || c == 0x149 || c == 0x17F || c == 0x178) return c;
    return odd_is_lower ? c & ~1U : (c % 2 == 0 ? c - 1 : c);
  }
  if (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) return c - 32;
  if (c == 0x3AC) return 0x386;
  if (c >= 0x3AD && c <= 0x3AF) return c - 37;
  if (c >= 0x430 && c <= 0x44F) return c - 32;
  if (c >= 0x450 && c <= 0x45F) return c - 80;
  if ((c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F)) {
    return c & ~1U;
  }
  if (c >= 0x561 && c <= 0x586) return c - 48;
  return c;
}

void capitalise(std::string& title) {
  if (title.empty()) return;
  const auto first = static_cast<unsigned char>(title[0]);
  if (first < 0x80) {
    title[0] = static_cast<char>(to_upper(first));
  } else if ((first & 0xE0U) == 0xC0 && title.size() > 1) {
    const uint32_t c = (first & 0x1FU) << 6 | (static_cast<unsigned char>(title[1]) & 0x3FU);
    const uint32_t upper = to_upper(c);
    title[0] = static_cast<char>(0xC0U | upper >> 6);
    title[1] = static_cast<char>(0x80U | (upper & 0x3FU));
  }
}

// Blanks and underscores are the same, at the ends nothing, and elsewhere one.
std::string normal_title(std::string_view text) {
  std::string title;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '_' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank) {
      title += c;
    } else if (!title.empty() && title.back() != ' ') {
      title += ' ';
    }
  }
  if (title.ends_with(' ')) title.pop_back();
  return title;
}

// Without the fragment, and the colon that only says that this is a link.
std::string_view title_part(std::string_view target) {
  target = trimmed(target.substr(0, target.find('#')));
  return target.starts_with(':') ? trimmed(target.substr(1)) : target;
}

// The text of the first <name>…</name>.
std::string_view element(std::string_view xml, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">";
  const size_t begin = xml.find(open);
  if (begin == std::string_view::npos) return {};
  const size_t end = xml.find('<', begin + open.size());
  if (end == std::string_view::npos) return {};
  return trimmed(xml.substr(begin + open.size(), end - begin - open.size()));
}

}  // namespace

bool WikiSite::read(std::string_view siteinfo) {
  namespaces_.clear();
  for (const auto& [name, key] : kEverywhere) namespaces_.emplace(name, key);
  std::string base;
  decode_xml(element(siteinfo, "base"), base);
  const size_t slash = base.rfind('/');
  const size_t scheme = base.find("://");
  if (scheme == std::string::npos || slash < scheme + 3) return false;
  // "https://w.example/index.php?title=Main_Page" has no slash before its titles.
  const size_t equals = base.rfind("title=");
  base_ = base.substr(0, equals == std::string::npos ? slash + 1 : equals + 6);
  capital_first_ = element(siteinfo, "case") != "case-sensitive";
  constexpr std::string_view kNamespace = "<namespace key=\"";
  for (size_t at = siteinfo.find(kNamespace); at != std::string_view::npos;
       at = siteinfo.find(kNamespace, at + 1)) {
    const std::string_view rest = siteinfo.substr(at + kNamespace.size());
    int key = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), key).ec != std::errc()) continue;
    const size_t begin = rest.find('>');
    if (begin == std::string_view::npos || begin == 0 || rest[begin - 1] == '/') continue;
    std::string name;
    decode_xml(rest.substr(begin + 1, std::min(rest.find('<'), rest.size()) - begin - 1), name);
    name = normal_title(name);
    std::ranges::transform(name, name.begin(), lower);
    if (!name.empty()) namespaces_.insert_or_assign(name, key);
  }
  return true;
}

bool WikiSite::is_page_prefix(std::string_view prefix) const {
  std::string name = normal_title(prefix);
  std::ranges::transform(name, name.begin(), lower);
  const auto known = namespaces_.find(name);
  if (known != namespaces_.end()) {
    return known->second != kMedia && known->second != kSpecial && known->second != kFile &&
           known->second != kCategory;
  }
  return !looks_like_language(trimmed(prefix)) &&
         std::ranges::find(kProjects, name) == kProjects.end();
}

bool WikiSite::names_page(std::string_view target) const {
  target = title_part(target);
  if (target.empty() || target.size() > kMaxTitleBytes) return false;
  const bool is_bad = std::ranges::any_of(target, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F ||
           std::string_view("<>[]{}|").find(c) != std::string_view::npos;
  });
  if (is_bad || target.find_first_not_of("_ \t\n\r") == std::string_view::npos) return false;
  const size_t colon = target.find(':');
  return colon == std::string_view::npos || is_page_prefix(target.substr(0, colon));
}

bool WikiSite::resolve(std::string_view target, std::string& url) const {
  if (!names_page(target)) return false;
  address(title_part(target), url);
  return true;
}

void WikiSite::address(std::string_view text, std::string& url) const {
  std::string title = normal_title(text);
  if (capital_first_) capitalise(title);
  // "talk:x" is "Talk:X" in a wiki that has that namespace.
  if (const size_t colon = title.find(':'); colon != std::string::npos && capital_first_) {
    std::string prefix = title.substr(0, colon);
    std::ranges::transform(prefix, prefix.begin(), lower);
    if (namespaces_.contains(prefix)) {
      std::string rest = normal_title(std::string_view(title).substr(colon + 1));
      capitalise(rest);
      title = title.substr(0, colon + 1) + rest;
    }
  }
  url = base_;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') {
      url += '_';
    } else if ((c >= '0' && c <= '9') || is_lower(lower(c)) ||
               std::string_view("-_.~;@$!*(),/:").find(c) != std::string_view::npos) {
      url += c;
    } else {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      url += '%';
      url += kHex[byte >> 4];
      url += kHex[byte & 15U];
    }
  }
}

void decode_xml(std::string_view text, std::string& out) {
  out.clear();
  for (size_t at = 0;;) {
    const size_t reference = std::min(text.find('&', at), text.size());
    out.append(text.substr(at, reference - at));
    if (reference == text.size()) return;
    static constexpr std::array<std::pair<std::string_view, char>, 7> kReferences = {{
        {"&lt;", '<'},
        {"&gt;", '>'},
        {"&amp;", '&'},
        {"&quot;", '"'},
        {"&apos;", '\''},
        {"&#039;", '\''},
        {"&#39;", '\''},
    }};
    const auto known = std::ranges::find_if(kReferences, [&](const auto& one) {
      return text.substr(reference).starts_with(one.first);
    });
    out += known == kReferences.end() ? '&' : known->second;
    at = reference + (known == kReferences.end() ? 1 : known->first.size());
  }
}

}  // namespace cocite::crawl
