// The parameters of questions, in groups that several of them share.
//
//   .parameters = together({store_parameter(), page_parameter(), top_parameter("10", "how many")})
//
// Options of requests are in src/api/*_options.h. Pure functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "questions/parameters.h"

namespace cocite::questions {

using List = std::vector<Parameter>;

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
[[nodiscard]] List by_parameter();
// The parameters of all methods, each name once; what each method takes it says itself.
[[nodiscard]] List own_parameters();
// What everything about related pages takes: hosts, stoplist, seed, budget, and of the methods.
[[nodiscard]] List neighbourhood_parameters();
[[nodiscard]] List related_parameters();
[[nodiscard]] List compare_parameters();
[[nodiscard]] List search_parameters();
// How ranks are computed.
[[nodiscard]] List rank_parameters();

[[nodiscard]] std::vector<std::string> rank_names();

}  // namespace cocite::questions
