// The parameters of questions, in groups that several of them share.
//
//   .parameters = together({store_parameter(), page_parameter(), top_parameter("10", "how many")})
//
// A new option of all that is related goes into neighbourhood_parameters(), and is read in
// related_request() (related_questions.cc); checks, /openapi.json and messages follow. Pure functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "questions/parameters.h"

namespace cocite::questions {

using List = std::vector<Parameter>;

inline constexpr uint64_t kMostPages = 1000;

[[nodiscard]] List together(std::initializer_list<List> lists);

[[nodiscard]] List store_parameter();
// The same for what is asked of a graph that mirrored hosts may be one in.
[[nodiscard]] List graph_parameters();
[[nodiscard]] List page_parameter();
[[nodiscard]] List pages_parameter();  // one or more
[[nodiscard]] List top_parameter(const std::string& fallback, const std::string& help,
                                 bool may_be_zero_here = false);
// The same of a list that goes on, part by part (cursor.h).
[[nodiscard]] List part_parameters(const std::string& fallback, const std::string& help,
                                   bool may_be_zero_here = false);
[[nodiscard]] List dead_parameter();
[[nodiscard]] List only_parameter();
[[nodiscard]] List budget_parameter();
[[nodiscard]] List by_parameter();
[[nodiscard]] List chop_parameter();
// The parameters of all methods, each name once; what each method takes it says itself.
[[nodiscard]] List own_parameters();
// What everything about related pages takes: hosts, stoplist, seed, budget, and of the methods.
[[nodiscard]] List neighbourhood_parameters();
// Which of the answers are wanted: not, same_site, per_host, copies.
[[nodiscard]] List wish_parameters();
// Of these, what becomes of copies, dead pages and flagged answers.
[[nodiscard]] List doubtful_parameters();
[[nodiscard]] List related_parameters();
[[nodiscard]] List compare_parameters();
[[nodiscard]] List search_parameters();
// How ranks are computed.
[[nodiscard]] List rank_parameters();
// Of what takes long: how many threads, how much memory.
[[nodiscard]] List threads_parameter();
[[nodiscard]] List memory_parameter();

[[nodiscard]] std::vector<std::string> rank_names();

}  // namespace cocite::questions
