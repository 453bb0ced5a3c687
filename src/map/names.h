// What are the pages of a map called, and its communities?
//
//   const std::vector<std::string> labels = short_titles(titles);              // without " - Example Site"
//   const auto names = community_names(labels, community, weight);             // "honey bee", "Wasp · Ant"
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cocite::map {

// Titles without the part that most of them end or begin with, after or before " - ", " | " or another separator: the
// name of the site. Those that would be empty stay as they are.
[[nodiscard]] std::vector<std::string> short_titles(const std::vector<std::string>& titles);

// One for each community, none empty if its pages have labels: words that most of its labels have and few others do,
// else the labels of its two heaviest pages. REQUIRES: as many labels as communities and weights.
[[nodiscard]] std::vector<std::string> community_names(const std::vector<std::string>& labels,
                                                       std::span<const uint32_t> community,
                                                       std::span<const double> weights);

// The same where communities are many times larger than what is known of them: of each, the words that it uses most
// and the others least. A word of a community counts by its share of the community's words times
// ln(1 + words of a community on average / all uses of the word) (c-TF-IDF: M. Grootendorst, "BERTopic", 2022); the
// best three that at least two labels have. Without such, as above.
[[nodiscard]] std::vector<std::string> telling_names(const std::vector<std::string>& labels,
                                                     std::span<const uint32_t> community,
                                                     std::span<const double> weights);

}  // namespace cocite::map
