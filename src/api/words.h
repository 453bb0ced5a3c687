// The words for every enum that a request has, in the order of its values.
#pragma once

#include <array>
#include <string_view>

#include "api/describe.h"

namespace cocite::api {

namespace word_lists {
inline constexpr std::array<std::string_view, 3> kSwitch = {"auto", "on", "off"};
inline constexpr std::array<std::string_view, 3> kCopies = {"auto", "fold", "keep"};
inline constexpr std::array<std::string_view, 3> kMedia = {"auto", "keep", "drop"};
inline constexpr std::array<std::string_view, 3> kFlagged = {"keep", "last", "drop"};
inline constexpr std::array<std::string_view, 4> kDead = {"auto", "mark", "keep", "drop"};
inline constexpr std::array<std::string_view, 3> kOnly = {"auto", "any", "crawled"};
inline constexpr std::array<std::string_view, 2> kKeepDrop = {"keep", "drop"};
inline constexpr std::array<std::string_view, 2> kAnyAll = {"any", "all"};
inline constexpr std::array<std::string_view, 3> kWeights = {"once", "links", "pages"};
inline constexpr std::array<std::string_view, 2> kModel = {"bm25", "vector"};
inline constexpr std::array<std::string_view, 2> kTf = {"count", "log"};
inline constexpr std::array<std::string_view, 2> kEdges = {"plain", "anchors"};
inline constexpr std::array<std::string_view, 3> kContent = {"none", "prune", "regulate"};
inline constexpr std::array<std::string_view, 3> kSeenAgain = {"newest", "oldest", "union"};
inline constexpr std::array<std::string_view, 3> kLinkOrder = {"auto", "page", "none"};
inline constexpr std::array<std::string_view, 2> kNames = {"url", "opaque"};
inline constexpr std::array<std::string_view, 3> kOn = {"pages", "hosts", "sites"};
inline constexpr std::array<std::string_view, 3> kUnjudged = {"auto", "wrong", "skip"};
inline constexpr std::array<std::string_view, 3> kTuneModel = {"auto", "linear", "trees"};
inline constexpr std::array<std::string_view, 2> kHot = {"pagerank", "indegree"};
inline constexpr std::array<std::string_view, 3> kAccessLog = {"off", "short", "full"};
}  // namespace word_lists

inline constexpr Choice kSwitch{"Switch", word_lists::kSwitch};
inline constexpr Choice kCopies{"Copies", word_lists::kCopies};
inline constexpr Choice kMedia{"Media", word_lists::kMedia};
inline constexpr Choice kFlagged{"Flagged", word_lists::kFlagged};
inline constexpr Choice kDead{"Dead", word_lists::kDead};
inline constexpr Choice kOnly{"Only", word_lists::kOnly};
inline constexpr Choice kKeepDrop{"KeepDrop", word_lists::kKeepDrop};
inline constexpr Choice kAnyAll{"AnyAll", word_lists::kAnyAll};
inline constexpr Choice kWeights{"Weights", word_lists::kWeights};
inline constexpr Choice kModel{"Model", word_lists::kModel};
inline constexpr Choice kTf{"Tf", word_lists::kTf};
inline constexpr Choice kEdges{"Edges", word_lists::kEdges};
inline constexpr Choice kContent{"Content", word_lists::kContent};
inline constexpr Choice kSeenAgain{"SeenAgain", word_lists::kSeenAgain};
inline constexpr Choice kLinkOrder{"LinkOrder", word_lists::kLinkOrder};
inline constexpr Choice kNames{"Names", word_lists::kNames};
inline constexpr Choice kOn{"On", word_lists::kOn};
inline constexpr Choice kUnjudged{"Unjudged", word_lists::kUnjudged};
inline constexpr Choice kTuneModel{"TuneModel", word_lists::kTuneModel};
inline constexpr Choice kHot{"Hot", word_lists::kHot};
inline constexpr Choice kAccessLog{"AccessLog", word_lists::kAccessLog};

}  // namespace cocite::api
