#include "read/wiki_title.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/composed.h"
#include "html/references.h"
#include "read/header_fields.h"

namespace cocite::read {
namespace {

constexpr size_t kMaxTitleBytes = 255;  // MediaWiki's own limit
constexpr int kMedia = -2;
constexpr int kSpecial = -1;
constexpr int kFile = 6;
constexpr int kCategory = 14;

// Names that every wiki knows, beside those in its own language.
constexpr std::array<std::pair<std::string_view, int>, 19> kEverywhere = {{
    {"Media", kMedia},     {"Special", kSpecial},   {"Talk", 1},           {"User", 2},
    {"User talk", 3},      {"Project", 4},          {"Project talk", 5},   {"File", kFile},
    {"Image", kFile},      {"File talk", 7},        {"Image talk", 7},     {"MediaWiki", 8},
    {"MediaWiki talk", 9}, {"Template", 10},        {"Template talk", 11}, {"Help", 12},
    {"Help talk", 13},     {"Category", kCategory}, {"Category talk", 15},
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

// The bytes of the blank at the beginning of the text: ASCII's, and those that Unicode has beside;
// 0: there is none.
size_t blank_bytes(std::string_view text) {
  const char c = text[0];
  if (c == ' ' || c == '_' || c == '\t' || c == '\n' || c == '\r') return 1;
  if (text.starts_with("\u00A0")) return 2;
  for (const std::string_view blank :
       {"\u1680", "\u180E", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
    if (text.starts_with(blank)) return 3;
  }
  const bool is_space = text.starts_with("\xE2\x80") && text.size() > 2 &&
                        static_cast<unsigned char>(text[2]) >= 0x80 &&
                        static_cast<unsigned char>(text[2]) <= 0x8A;  // U+2000 to U+200A
  return is_space ? 3 : 0;
}

// Marks that only say in which direction to read; three bytes each.
bool is_direction_mark(std::string_view text) {
  if (!text.starts_with("\xE2\x80") || text.size() < 3) return false;
  const auto last = static_cast<unsigned char>(text[2]);
  return last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE);
}

// Blanks and underscores are the same, at the ends nothing, and elsewhere one.
std::string normal_title(std::string_view text) {
  std::string title;
  while (!text.empty()) {
    if (is_direction_mark(text)) {
      text.remove_prefix(3);
    } else if (const size_t blank = blank_bytes(text); blank > 0) {
      if (!title.empty() && title.back() != ' ') title += ' ';
      text.remove_prefix(blank);
    } else {
      title += text[0];
      text.remove_prefix(1);
    }
  }
  if (title.ends_with(' ')) title.pop_back();
  return title;
}

std::string in_lower(std::string text) {
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

bool is_escape(std::string_view text) {
  return text.size() > 2 && text[0] == '%' && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0;
}

// The reference at this '&', which ends in a semicolon here; length 0: none.
html::Reference reference_at(std::string_view text, size_t at) {
  const html::Reference found = html::read_reference(text, at, html::Place::kText);
  const bool is_whole = found.length > 0 && text[at + found.length - 1] == ';';
  return is_whole ? found : html::Reference();
}

// What a link says: %20 and &nbsp; are what they stand for.
std::string decoded(std::string_view target) {
  if (target.find_first_of("%&") == std::string_view::npos) return std::string(target);
  std::string bytes;
  for (size_t at = 0; at < target.size();) {
    if (is_escape(target.substr(at))) {
      bytes += static_cast<char>(hex_digit(target[at + 1]) * 16 + hex_digit(target[at + 2]));
      at += 3;
    } else {
      bytes += target[at++];
    }
  }
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    const html::Reference reference =
        bytes[at] == '&' ? reference_at(bytes, at) : html::Reference();
    if (reference.length > 0) {
      text += reference.utf8();
      at += reference.length;
    } else {
      text += bytes[at++];
    }
  }
  return text;
}

// Titles that MediaWiki forbids: they would be read as markup, a path or a signature.
bool is_no_title(std::string_view title) {
  if (title.empty() || title.size() > kMaxTitleBytes || !is_utf8(title)) return true;
  for (size_t at = 0; at < title.size(); ++at) {
    const char c = title[at];
    if (is_control(c) || std::string_view("<>[]{}|#").find(c) != std::string::npos ||
        is_escape(title.substr(at)) || (c == '&' && reference_at(title, at).length > 0)) {
      return true;
    }
  }
  if (title.find("~~~") != std::string_view::npos) return true;
  const std::string path = "/" + std::string(title) + "/";
  return path.find("/./") != std::string::npos || path.find("/../") != std::string::npos;
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
  namespace_names_.clear();
  for (const auto& [name, key] : kEverywhere) {
    namespaces_.emplace(in_lower(std::string(name)), key);
    namespace_names_.emplace(key, name);
  }
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
    if (name.empty()) continue;
    namespace_names_.insert_or_assign(key, name);
    namespaces_.insert_or_assign(in_lower(std::move(name)), key);
  }
  return true;
}

bool WikiSite::is_page_prefix(std::string_view prefix) const {
  const std::string name = in_lower(normal_title(prefix));
  const auto known = namespaces_.find(name);
  if (known != namespaces_.end()) {
    return known->second != kMedia && known->second != kSpecial && known->second != kFile &&
           known->second != kCategory;
  }
  return !looks_like_language(trimmed(prefix)) &&
         std::ranges::find(kProjects, name) == kProjects.end();
}

std::string WikiSite::title_of(std::string_view target) const {
  std::string text = decoded(target);
  html::compose(text);
  std::string title = normal_title(std::string_view(text).substr(0, text.find('#')));
  // The colon that only says that this is a link.
  if (title.starts_with(':')) title = normal_title(std::string_view(title).substr(1));
  if (is_no_title(title)) return {};
  const size_t colon = title.find(':');
  if (colon == std::string::npos) return canonical(std::move(title));
  if (!is_page_prefix(std::string_view(title).substr(0, colon))) return {};
  const bool is_namespace = namespaces_.contains(in_lower(normal_title(title.substr(0, colon))));
  const std::string rest = normal_title(std::string_view(title).substr(colon + 1));
  if (is_namespace && is_no_title(rest)) return {};
  return canonical(std::move(title));
}

bool WikiSite::names_page(std::string_view target) const {
  return !title_of(target).empty();
}

bool WikiSite::resolve(std::string_view target, std::string& url) const {
  const std::string title = title_of(target);
  if (title.empty()) return false;
  put_address(title, url);
  return true;
}

void WikiSite::address(std::string_view title, std::string& url) const {
  put_address(canonical(normal_title(title)), url);
}

// "talk:x" is "Talk:X" in a wiki that has that namespace, or "Diskussion:X".
std::string WikiSite::canonical(std::string title) const {
  std::string prefix;
  if (const size_t colon = title.find(':'); colon != std::string::npos) {
    const auto known = namespaces_.find(in_lower(normal_title(title.substr(0, colon))));
    if (known != namespaces_.end()) {
      prefix = namespace_names_.at(known->second) + ":";
      title = normal_title(std::string_view(title).substr(colon + 1));
    }
  }
  if (capital_first_) capitalise(title);
  return prefix + title;
}

void WikiSite::put_address(std::string_view title, std::string& url) const {
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

}  // namespace cocite::read
