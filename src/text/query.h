// A search query as a user types it.
//
//   parse_query("bees \"honey comb\" -wax site:example.org lang:en title:apiary")
//
//   word            may match
//   +word           must match
//   a AND b, a OR b, (a OR b) AND c    must hold; AND binds before OR, OR before a space
//   "a phrase"      must occur in one field
//   -word           must not match
//   site:example.org, lang:en    only pages of the site, of the language; several: of any of them
//   title:word      must occur in the title
//
// Within brackets that have no +, AND or OR any of the words will do. Conditions (-word, site:, lang:,
// title:) hold for the whole query wherever they stand. Parts are separated by spaces. A quote that is not closed ends with the text; what is left empty
// ("-", "site:") is a word like any other, and words without letters give no term. Remarks say so.
// Never fails: every text is a query. A pure function; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cocite::text {

// A word, or what stands in quotes.
struct Literal {
  std::string text{};
  bool is_phrase = false;
  friend bool operator==(const Literal&, const Literal&) = default;
};

struct Query {
  std::vector<std::string> words{};  // as typed, those of expressions too
  // Of expressions: one literal of each of these must match.
  std::vector<std::vector<Literal>> must{};
  std::vector<std::string> phrases{};   // what stands in quotes
  std::vector<std::string> excluded{};  // words and phrases
  std::vector<std::string> in_title{};  // words and phrases
  std::vector<std::string> sites{};
  std::vector<std::string> languages{};
  std::vector<std::string> remarks{};  // what may not be meant so, in a sentence each

  friend bool operator==(const Query&, const Query&) = default;
};

[[nodiscard]] Query parse_query(std::string_view text);

}  // namespace cocite::text
