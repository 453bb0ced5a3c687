#include "words/snippet.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "text/terms.h"

namespace cocite::words {
namespace {

constexpr size_t kSnippetBytes = 220;
constexpr size_t kBytesBefore = 60;  // the first match
constexpr size_t kMostRead = size_t{1} << 16;

// A place in the text that has a word that was looked for.
struct Match {
  size_t begin = 0;
  size_t end = 0;
  std::string term;
};

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// A run of letters that gave several terms: pairs of characters where the script has no spaces.
void match_pairs(size_t begin, const std::vector<size_t>& ends,
                 const std::vector<std::string>& terms,
                 const std::unordered_set<std::string>& wanted, std::vector<Match>& matches) {
  const bool are_pairs = terms.size() + 1 == ends.size();
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!wanted.contains(terms[i])) continue;
    if (!are_pairs) {
      matches.push_back({begin, ends.back(), terms[i]});
      return;
    }
    const size_t from = i == 0 ? begin : ends[i - 1];
    matches.push_back({from, ends[i + 1], terms[i]});
  }
}

std::vector<Match> find_matches(std::string_view text,
                                const std::unordered_set<std::string>& wanted, TermMaker& maker) {
  std::vector<Match> matches;
  std::vector<size_t> ends;  // of the characters of a run
  std::string one;
  for (size_t at = 0;;) {
    const auto [begin, end] = text::next_run(text, at);
    if (begin == end) return matches;
    at = end;
    const std::string_view run = text.substr(begin, end - begin);
    // One word and one term, as nearly all are.
    if (std::ranges::all_of(run, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
      maker.read(run, [&, begin = begin, end = end](std::string_view term) {
        one.assign(term);
        if (wanted.contains(one)) matches.push_back({begin, end, one});
      });
      continue;
    }
    ends.clear();
    for (size_t i = begin + 1; i <= end; ++i) {
      if (i == end || !is_continuation(text[i])) ends.push_back(i);
    }
    const std::vector<std::string> terms = maker.of(run);
    if (terms.size() == 1) {
      if (wanted.contains(terms[0])) matches.push_back({begin, end, terms[0]});
    } else {
      match_pairs(begin, ends, terms, wanted, matches);
    }
  }
}

// [begin, end) of the text as parts; matches rise.
Snippet parts_of(std::string_view text, size_t begin, size_t end,
                 const std::vector<Match>& matches) {
  Snippet parts;
  const auto add = [&](size_t from, size_t to, bool is_match) {
    if (from >= to) return;
    if (!parts.empty() && parts.back().is_match == is_match) {
      parts.back().text += text.substr(from, to - from);
    } else {
      parts.push_back({std::string(text.substr(from, to - from)), is_match});
    }
  };
  size_t at = begin;
  for (const Match& match : matches) {
    if (match.end <= at || match.begin >= end) continue;
    const size_t from = std::max(match.begin, at);
    const size_t to = std::min(match.end, end);
    add(at, from, false);
    add(from, to, true);
    at = std::max(at, to);
  }
  add(at, end, false);
  return parts;
}

// The place of a space near `at`, or of a whole character where there is none.
size_t cut_before(std::string_view text, size_t at) {
  constexpr size_t kNear = 24;
  const size_t space = text.substr(0, at).rfind(' ');
  if (space != std::string_view::npos && at - space <= kNear) return space + 1;
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

}  // namespace

Snippet mark_words(std::string_view text, const std::unordered_set<std::string>& terms,
                   TermMaker& maker) {
  return parts_of(text, 0, text.size(), find_matches(text, terms, maker));
}

Snippet make_snippet(std::string_view text, const std::unordered_set<std::string>& terms,
                     TermMaker& maker) {
  text = text.substr(0, kMostRead);
  const std::vector<Match> matches = find_matches(text, terms, maker);
  // The match from which on most different words stand within a snippet, then most at all.
  size_t best = 0;
  std::pair<size_t, size_t> most{0, 0};
  for (size_t i = 0; i < matches.size(); ++i) {
    std::set<std::string_view> different;
    size_t count = 0;
    for (size_t j = i; j < matches.size(); ++j) {
      if (matches[j].end > matches[i].begin + kSnippetBytes - kBytesBefore) break;
      different.insert(matches[j].term);
      ++count;
    }
    if (std::pair(different.size(), count) > most) {
      most = {different.size(), count};
      best = i;
    }
  }
  size_t begin = 0;
  if (!matches.empty() && matches[best].begin > kBytesBefore) {
    begin = cut_before(text, matches[best].begin - kBytesBefore);
  }
  size_t end = text.size();
  if (begin + kSnippetBytes < end) end = cut_before(text, begin + kSnippetBytes);
  if (end <= begin) end = text.size();
  Snippet snippet = parts_of(text, begin, end, matches);
  const auto trim = [](std::string& s) {
    while (!s.empty() && s.back() == ' ') s.pop_back();
  };
  if (begin > 0) snippet.insert(snippet.begin(), {"… ", false});
  if (end < text.size() && !snippet.empty()) {
    if (snippet.back().is_match) {
      snippet.push_back({" …", false});
    } else {
      trim(snippet.back().text);
      snippet.back().text += " …";
    }
  }
  return snippet;
}

}  // namespace cocite::words
