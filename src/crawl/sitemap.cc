#include "crawl/sitemap.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "read/unpacker.h"

namespace cocite::crawl {
namespace {

constexpr size_t kMaxBytes = 2048;

// The five references that XML has; addresses need no others.
std::string unescaped(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kReferences = {
      std::pair{std::string_view("&amp;"), '&'},
      {"&lt;", '<'},
      {"&gt;", '>'},
      {"&quot;", '"'},
      {"&apos;", '\''}};
  std::string result;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(
        kReferences, [&](const auto& one) { return text.starts_with(one.first); });
    result += found == kReferences.end() ? text.front() : found->second;
    text.remove_prefix(found == kReferences.end() ? 1 : found->first.size());
  }
  return result;
}

void add(std::string_view text, std::vector<std::string>& to) {
  text = trim(text);
  if (text.starts_with("<![CDATA[") && text.ends_with("]]>")) {
    text = trim(text.substr(9, text.size() - 12));
  }
  if (text.empty() || text.size() > kMaxBytes || to.size() >= kMaxSitemapPages) return;
  to.push_back(unescaped(text));
}

void read_lines(std::string_view text, Sitemap& map) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    at = end + 1;
    if (line.starts_with("http://") || line.starts_with("https://")) add(line, map.pages);
  }
}

// All members, as far as they go and the protocol allows.
std::string unpacked(std::string_view packed) {
  std::string text;
  const auto unpacker = read::make_unpacker(read::Packing::kGzip);
  std::array<char, size_t{64} << 10> room{};
  while (!packed.empty() && text.size() < kMaxSitemapBytes) {
    const auto step = unpacker->step(packed, room);
    text.append(room.data(), std::min(step.given, kMaxSitemapBytes - text.size()));
    packed.remove_prefix(step.taken);
    if (step.state == read::Unpacker::State::kDamaged) break;
    if (step.state == read::Unpacker::State::kEnded) {
      if (!is_packed(packed)) break;
      unpacker->restart();
    } else if (step.taken == 0 && step.given == 0) {
      break;
    }
  }
  return text;
}

}  // namespace

bool is_packed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B\x08");
}

Sitemap read_sitemap(std::string_view bytes, bool may_be_lines) {
  Sitemap map;
  const std::string plain = is_packed(bytes) ? unpacked(bytes) : std::string();
  const std::string_view text =
      is_packed(bytes) ? std::string_view(plain) : bytes.substr(0, kMaxSitemapBytes);
  if (text.find("<loc") == std::string_view::npos) {
    if (may_be_lines && text.find('<') == std::string_view::npos) read_lines(text, map);
    return map;
  }
  const bool is_index = text.find("<sitemapindex") != std::string_view::npos;
  constexpr std::string_view kOpen = "<loc";
  for (size_t at = text.find(kOpen); at != std::string_view::npos; at = text.find(kOpen, at)) {
    const char behind = at + kOpen.size() < text.size() ? text[at + kOpen.size()] : '\0';
    if (behind != '>' && !is_space(behind)) {  // <location>
      at += kOpen.size();
      continue;
    }
    const size_t begin = text.find('>', at);
    if (begin == std::string_view::npos) break;
    const size_t end = text.find("</loc", begin);
    if (end == std::string_view::npos) break;
    add(text.substr(begin + 1, end - begin - 1), is_index ? map.sitemaps : map.pages);
    at = end;
  }
  return map;
}

}  // namespace cocite::crawl
