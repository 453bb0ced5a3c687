// The parameters of questions, in groups that several of them share.
//
//   .parameters = together({store_parameter(), page_parameter(), top_parameter("10", "how many")})
//
// Options of requests are in src/api/*_options.h. Pure functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "api/parameters.h"

namespace cocite::api {

using List = std::vector<Parameter>;

[[nodiscard]] List together(std::initializer_list<List> lists);

[[nodiscard]] List store_parameter();
// The same for what is asked of a graph that mirrored hosts may be one in.
[[nodiscard]] List graph_parameters();
[[nodiscard]] List page_parameter();
[[nodiscard]] List pages_parameter();  // one or more
// `in_shell`: the default of a command line; with one, 0 is all for programs on this machine.
[[nodiscard]] List top_parameter(const std::string& fallback, const std::string& help,
                                 const std::string& in_shell = {});
// The same of a list that goes on, part by part (cursor.h).
[[nodiscard]] List part_parameters(const std::string& fallback, const std::string& help,
                                   const std::string& in_shell = {});
// Of command lines alone: a file that is read (FILE) or written (OUTPUT), a flag, a number of threads.
[[nodiscard]] Parameter shell_file(const std::string& name, const std::string& help,
                                   const std::string& value = "FILE");
[[nodiscard]] Parameter shell_flag(const std::string& name, const std::string& help);
[[nodiscard]] Parameter shell_threads();
// The list, with these only for other callers than a command line.
[[nodiscard]] List without_in_shell(std::initializer_list<std::string_view> names, List list);
[[nodiscard]] List by_parameter();
// The parameters of all methods, each name once; what each method takes it says itself.
[[nodiscard]] List own_parameters();
// What everything about related pages takes: hosts, stoplist, seed, budget, and of the methods. Of a
// question about one method, a command line has the parameters of that one only.
[[nodiscard]] List neighbourhood_parameters(const std::string& method = {});
[[nodiscard]] List related_parameters();
[[nodiscard]] List compare_parameters();
[[nodiscard]] List search_parameters();
// How ranks are computed.
[[nodiscard]] List rank_parameters();

[[nodiscard]] std::vector<std::string> rank_names();

}  // namespace cocite::api
