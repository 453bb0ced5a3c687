#include "base/function_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cocite {
namespace {

// In bytewise order. Those that name things in another of these languages are left out: war, die, pour, van.
constexpr auto kWords = std::to_array<std::string_view>(
    {"a",     "aan",   "about", "after",   "al",     "all",    "als",   "also",  "am",      "an",
     "and",   "any",   "ao",    "are",     "as",     "at",     "au",    "auch",  "auf",     "aus",
     "aux",   "avec",  "be",    "because", "been",   "before", "bei",   "being", "between", "bij",
     "both",  "but",   "by",    "can",     "ce",     "ces",    "cette", "che",   "com",     "como",
     "could", "da",    "dal",   "dans",    "das",    "dat",    "de",    "del",   "della",   "der",
     "des",   "di",    "did",   "do",      "does",   "du",     "e",     "each",  "een",     "ein",
     "eine",  "einem", "einen", "einer",   "eines",  "el",     "ella",  "elle",  "em",      "en",
     "er",    "es",    "est",   "esta",    "este",   "et",     "for",   "from",  "für",     "gli",
     "haben", "had",   "has",   "have",    "having", "he",     "her",   "here",  "het",     "him",
     "his",   "how",   "i",     "ich",     "if",     "ihr",    "ik",    "il",    "ils",     "im",
     "in",    "into",  "is",    "ist",     "it",     "its",    "just",  "la",    "las",     "le",
     "les",   "leur",  "lo",    "los",     "mais",   "may",    "me",    "mit",   "more",    "most",
     "my",    "más",   "na",    "naar",    "nach",   "ne",     "nel",   "nicht", "niet",    "no",
     "noch",  "non",   "nor",   "nos",     "not",    "nous",   "nur",   "não",   "o",       "oder",
     "of",    "off",   "on",    "one",     "only",   "ont",    "ook",   "op",    "or",      "os",
     "other", "ou",    "our",   "out",     "over",   "own",    "où",    "para",  "pas",     "pero",
     "por",   "qu",    "que",   "qui",     "sa",     "se",     "ses",   "she",   "should",  "si",
     "sich",  "sie",   "sind",  "so",      "some",   "sono",   "sont",  "su",    "such",    "sur",
     "sus",   "te",    "than",  "that",    "the",    "their",  "them",  "then",  "there",   "these",
     "they",  "this",  "those", "through", "to",     "too",    "um",    "uma",   "un",      "una",
     "und",   "under", "une",   "uns",     "unser",  "unter",  "up",    "using", "very",    "vom",
     "von",   "voor",  "vor",   "vos",     "votre",  "vous",   "was",   "we",    "werden",  "were",
     "what",  "when",  "where", "which",   "while",  "who",    "whom",  "why",   "wie",     "wij",
     "will",  "wir",   "wird",  "with",    "within", "would",  "y",     "you",   "your",    "zijn",
     "zu",    "zum",   "zur",   "à",       "é",      "über"});
static_assert(std::ranges::is_sorted(kWords));

}  // namespace

bool is_function_word(std::string_view word) {
  return std::ranges::binary_search(kWords, word);
}

}  // namespace cocite
