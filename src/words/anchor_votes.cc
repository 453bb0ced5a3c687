#include "words/anchor_votes.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_set>

#include "base/ascii.h"
#include "text/inverter.h"
#include "url/site.h"

namespace cocite::words {
namespace {

// What points and does not name, in the languages that most pages are in.
constexpr std::array<std::string_view, 59> kPointers = {"here",
                                                        "click here",
                                                        "click",
                                                        "link",
                                                        "this link",
                                                        "this",
                                                        "this page",
                                                        "this site",
                                                        "see here",
                                                        "right here",
                                                        "page",
                                                        "web page",
                                                        "webpage",
                                                        "site",
                                                        "web site",
                                                        "website",
                                                        "home",
                                                        "home page",
                                                        "homepage",
                                                        "more",
                                                        "read more",
                                                        "hier",
                                                        "hier klicken",
                                                        "klick hier",
                                                        "klicken sie hier",
                                                        "ici",
                                                        "cliquez ici",
                                                        "lien",
                                                        "aquí",
                                                        "aqui",
                                                        "haga clic aquí",
                                                        "clic aquí",
                                                        "clique aqui",
                                                        "enlace",
                                                        "qui",
                                                        "clicca qui",
                                                        "klik hier",
                                                        "här",
                                                        "klicka här",
                                                        "klik her",
                                                        "tutaj",
                                                        "kliknij tutaj",
                                                        "zde",
                                                        "здесь",
                                                        "тут",
                                                        "ссылка",
                                                        "нажмите здесь",
                                                        "ここ",
                                                        "こちら",
                                                        "ここをクリック",
                                                        "リンク",
                                                        "这里",
                                                        "這裡",
                                                        "点击这里",
                                                        "链接",
                                                        "여기",
                                                        "هنا",
                                                        "اضغط هنا",
                                                        "यहाँ"};

std::string folded(std::string_view text) {
  text::TermReader reader;
  std::string name;
  reader.read(text, [&](std::string_view term) {
    if (!name.empty()) name += ' ';
    name += term;
  });
  return name;
}

bool is_pointer(const std::string& name) {
  static const std::unordered_set<std::string> pointers = [] {
    std::unordered_set<std::string> all;
    for (const std::string_view text : kPointers) all.insert(folded(text));
    return all;
  }();
  return pointers.contains(name);
}

// "[3]": a footnote. Years and names like 2600 have more.
bool is_footnote(std::string_view name) {
  constexpr size_t kDigits = 3;
  return name.size() <= kDigits &&
         std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
}

// Blanks and control characters: none at the ends, one between words; without brackets around it.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!is_blank(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  // As browsers without pictures show what stands in place of one.
  if (line.size() > 2 && line.front() == '[' && line.back() == ']') {
    line = line.substr(1, line.size() - 2);
  }
  return line;
}

std::string small(std::string_view text) {
  std::string letters(text);
  for (char& c : letters) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return letters;
}

// "example.com": labels of letters, digits and hyphens, the last a suffix that there is.
bool is_host(std::string_view text) {
  const size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || text.find("..") != std::string_view::npos) {
    return false;
  }
  const auto is_label_byte = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  return std::ranges::all_of(text, is_label_byte) &&
         url::SiteList().is_listed(text.substr(dot + 1));
}

}  // namespace

bool is_address(std::string_view anchor) {
  const std::string line = small(one_line(anchor));
  std::string_view text = line;
  while (!text.empty() && (text.front() == '<' || text.front() == '(' || text.front() == '[')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::string_view(">)].,").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  if (text.find(' ') != std::string_view::npos) return false;
  if (text.find("://") != std::string_view::npos) return true;
  for (const std::string_view start : {"www.", "http:", "https:", "ftp:", "mailto:", "gopher:"}) {
    if (text.starts_with(start)) return true;
  }
  const size_t at = text.find('@');
  if (at != std::string_view::npos) return is_host(text.substr(at + 1));
  return is_host(text.substr(0, text.find_first_of("/:?#")));
}

void AnchorVotes::add(uint32_t voter, std::string_view anchor) {
  const std::string line = one_line(anchor);
  if (line.empty() || line.size() > kMaxNameBytes) return;
  std::string name;
  uint32_t terms = 0;
  reader_.read(line, [&](std::string_view term) {
    if (terms++ > 0) name += ' ';
    name += term;
  });
  if (terms == 0 || terms > text::kMaxAnchorTerms) return;
  if (is_footnote(name) || is_pointer(name) || is_address(line)) return;
  votes_.push_back({.voter = voter,
                    .begin = static_cast<uint32_t>(letters_.size()),
                    .name_bytes = static_cast<uint32_t>(name.size()),
                    .text_bytes = static_cast<uint32_t>(line.size()),
                    .terms = terms});
  letters_ += name;
  letters_ += line;
}

std::string AnchorVotes::take() {
  // [first, last) are votes for the same thing, by what(vote); how many voters are they?
  const auto count = [&](size_t first, size_t last) {
    uint32_t voters = 0;
    for (size_t i = first; i < last; ++i) {
      voters += i == first || votes_[i].voter != votes_[i - 1].voter ? 1 : 0;
    }
    return voters;
  };
  const auto end_of = [&](size_t first, size_t stop, const auto& what) {
    size_t last = first + 1;
    while (last < stop && what(votes_[last]) == what(votes_[first])) ++last;
    return last;
  };
  const auto name = [&](const Vote& vote) { return name_of(vote); };
  const auto text = [&](const Vote& vote) { return text_of(vote); };
  std::string best;
  std::ranges::sort(votes_, {},
                    [&](const Vote& vote) { return std::pair(name_of(vote), vote.voter); });
  size_t won_first = 0;
  size_t won_last = 0;
  std::pair<uint32_t, uint32_t> won;  // voters, terms
  size_t names = 0;
  for (size_t first = 0; first < votes_.size(); ++names) {
    const size_t last = end_of(first, votes_.size(), name);
    const std::pair<uint32_t, uint32_t> has(count(first, last), votes_[first].terms);
    if (has > won) {
      won = has;
      won_first = first;
      won_last = last;
    }
    first = last;
  }
  if (won.first >= 2 || names == 1) {
    std::sort(votes_.begin() + static_cast<ptrdiff_t>(won_first),
              votes_.begin() + static_cast<ptrdiff_t>(won_last), [&](const Vote& a, const Vote& b) {
                return std::pair(text_of(a), a.voter) < std::pair(text_of(b), b.voter);
              });
    uint32_t most = 0;
    for (size_t first = won_first; first < won_last;) {
      const size_t last = end_of(first, won_last, text);
      if (const uint32_t voters = count(first, last); voters > most) {
        most = voters;
        best = text_of(votes_[first]);
      }
      first = last;
    }
  }
  votes_.clear();
  letters_.clear();
  return best;
}

}  // namespace cocite::words
