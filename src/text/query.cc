#include "text/query.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cocite::text {

namespace {

[[nodiscard]] bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// What stands from `at` on: to the next space, or in quotes to the next quote. Goes past it.
struct Token {
  std::string_view text;
  bool is_quoted = false;
  bool is_closed = true;
};
[[nodiscard]] Token take_part(std::string_view text, size_t& at, bool in_brackets) {
  const size_t begin = at;
  if (text[begin] == '"') {
    const size_t end = text.find('"', begin + 1);
    at = end == std::string_view::npos ? text.size() : end + 1;
    const size_t last = end == std::string_view::npos ? text.size() : end;
    return {text.substr(begin + 1, last - begin - 1), true, end != std::string_view::npos};
  }
  while (at < text.size() && !is_space(text[at]) && !(in_brackets && text[at] == ')')) ++at;
  return {text.substr(begin, at - begin), false};
}

using Clause = std::vector<Literal>;
using Clauses = std::vector<Clause>;  // all must hold

// Reads a query from left to right, by the grammar
//   query: item...      item: both [OR both]...      both: atom [AND atom]...
//   atom: "(" query ")" | +atom | word | "phrase" | condition
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Query parse() {
    read_items(0);
    return std::move(query_);
  }

 private:
  struct Part {
    Clauses clauses{};     // empty: a condition, which holds for the whole query
    bool is_must = false;  // has +, AND, OR or brackets
  };

  // The items up to the end, or to the bracket that closes this depth. Those that must hold go to
  // `must`, the literals of the others to `free`.
  struct Items {
    Clauses must{};
    Clause free{};
  };
  Items read_items(size_t depth) {
    Items items;
    while (skip_spaces(), at_ < text_.size()) {
      if (depth > 0 && text_[at_] == ')') {
        ++at_;
        return items;
      }
      const Part item = read_item(depth);
      if (item.is_must) {
        items.must.insert(items.must.end(), item.clauses.begin(), item.clauses.end());
      } else {
        for (const Clause& clause : item.clauses) {
          items.free.insert(items.free.end(), clause.begin(), clause.end());
        }
      }
      if (depth > 0) continue;
      // At the top, phrases must be there and words may.
      if (!item.is_must) {
        for (const Clause& clause : item.clauses) {
          for (const Literal& literal : clause) {
            (literal.is_phrase ? query_.phrases : query_.words).push_back(literal.text);
          }
        }
      } else {
        query_.must.insert(query_.must.end(), item.clauses.begin(), item.clauses.end());
      }
    }
    if (depth > 0) remark("a bracket is not closed: it ends with the query");
    return items;
  }

  Part read_item(size_t depth) {
    Part all = read_both(depth);
    while (take_operator("OR", depth)) {
      const Part next = read_both(depth);
      all.is_must = true;
      all.clauses = either(all.clauses, next.clauses);
    }
    if (all.is_must) score(all.clauses);
    return all;
  }

  Part read_both(size_t depth) {
    Part all = read_atom(depth);
    while (take_operator("AND", depth)) {
      const Part next = read_atom(depth);
      all.is_must = true;
      all.clauses.insert(all.clauses.end(), next.clauses.begin(), next.clauses.end());
    }
    return all;
  }

  Part read_atom(size_t depth) {
    bool is_must = false;
    while (text_[at_] == '+' && follows(at_, 1)) {
      ++at_;
      is_must = true;
    }
    constexpr size_t kDeepest = 50;
    if (text_[at_] == '(' && depth < kDeepest) {
      ++at_;
      Items inside = read_items(depth + 1);
      if (inside.must.empty() && !inside.free.empty()) {
        inside.must.push_back(inside.free);
      } else {
        score(Clauses{inside.free});  // next to what must hold they only count
      }
      return {.clauses = std::move(inside.must), .is_must = true};
    }
    Part word = read_word(depth);
    word.is_must = is_must && !word.clauses.empty();
    return word;
  }

  Part read_word(size_t depth) {
    struct Prefix {
      std::string_view name;
      std::vector<std::string>* list;
      std::string_view example;
    };
    const std::array<Prefix, 4> prefixes = {
        Prefix{"-", &query_.excluded, ""}, Prefix{"title:", &query_.in_title, "bees"},
        Prefix{"site:", &query_.sites, "example.org"}, Prefix{"lang:", &query_.languages, "en"}};
    std::vector<std::string>* list = nullptr;
    for (const Prefix& prefix : prefixes) {
      if (text_.substr(at_).starts_with(prefix.name) && follows(at_, prefix.name.size())) {
        list = prefix.list;
        at_ += prefix.name.size();
        break;
      }
    }
    const Token part = take_part(text_, at_, depth > 0);
    if (!part.is_closed) {
      remark("a quote is not closed: all that follows it is taken as a phrase");
    }
    if (list == nullptr && !part.is_quoted) {
      for (const Prefix& prefix : prefixes) {
        if (prefix.example.empty() || part.text != prefix.name) continue;
        const std::string name(prefix.name);
        remark("'" + name + "' is taken as a word; as a condition it has no space behind it: " +
               name + std::string(prefix.example));
      }
    }
    if (part.text.empty()) return {};
    if (list != nullptr) {
      list->emplace_back(part.text);
      return {};
    }
    return {.clauses = Clauses{Clause{Literal{std::string(part.text), part.is_quoted}}}};
  }

  // Goes past "AND" or "OR" if something stands behind it.
  bool take_operator(std::string_view name, size_t depth) {
    const size_t before = at_;
    skip_spaces();
    size_t end = at_ + name.size();
    if (text_.substr(at_).starts_with(name) && end < text_.size() && is_space(text_[end])) {
      while (end < text_.size() && is_space(text_[end])) ++end;
      if (end < text_.size() && !(depth > 0 && text_[end] == ')')) {
        at_ = end;
        return true;
      }
    }
    at_ = before;
    return false;
  }

  // One of the two must hold. A condition is no choice.
  Clauses either(const Clauses& one, const Clauses& other) {
    if (one.empty() || other.empty()) return one.empty() ? other : one;
    constexpr size_t kMost = 256;
    Clauses all;
    if (one.size() * other.size() > kMost) {
      remark("the expression is too long: any of its words will do");
      Clause& any = all.emplace_back();
      for (const Clauses* part : {&one, &other}) {
        for (const Clause& clause : *part) any.insert(any.end(), clause.begin(), clause.end());
      }
      return all;
    }
    for (const Clause& a : one) {
      for (const Clause& b : other) {
        Clause& both = all.emplace_back(a);
        both.insert(both.end(), b.begin(), b.end());
      }
    }
    return all;
  }

  // Words of expressions count like others.
  void score(const Clauses& clauses) {
    for (const Clause& clause : clauses) {
      for (const Literal& literal : clause) {
        if (std::ranges::find(query_.words, literal.text) == query_.words.end()) {
          query_.words.push_back(literal.text);
        }
      }
    }
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  [[nodiscard]] bool follows(size_t at, size_t bytes) const {
    return at + bytes < text_.size() && !is_space(text_[at + bytes]);
  }
  void remark(const std::string& sentence) {
    if (std::ranges::find(query_.remarks, sentence) == query_.remarks.end()) {
      query_.remarks.push_back(sentence);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  Query query_;
};

}  // namespace

Query parse_query(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace cocite::text
