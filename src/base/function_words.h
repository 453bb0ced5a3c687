// Words that say nothing about a page, in the languages that pages have most text in: articles, pronouns, auxiliaries.
//
//   is_function_word("the")      // true
//   is_function_word("Bee")      // false; words are lower case
//
// For what people read, names and reasons: scores weigh words by how rare they are instead. A pure function.
#pragma once

#include <string_view>

namespace cocite {

[[nodiscard]] bool is_function_word(std::string_view word);

}  // namespace cocite
