// Where in the world is a host? By the end of its name.
//
//   Regions regions;                                          // countries and their continents
//   COCITE_CHECK(regions.add_table("bayern.de\tEurope/Germany/Bavaria\n", "mine.tsv"));
//   regions.of_host("de,bayern,www")                          // the node of Bavaria
//   regions.path(node)                                        // "Europe/Germany/Bavaria"
//
// The user's suffixes come first, the longest that fits; then the country of the top-level domain
// (countries.def), .edu, .gov and .mil being the United States. Countries' domains that the whole
// world uses (.io, .tv) say nothing, nor do .com and other generic domains. Reading: any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::insight {

class Regions {
 public:
  using Node = uint32_t;
  static constexpr Node kWorld = 0;
  static constexpr Node kUnknown = 0xFFFFFFFF;

  Regions();

  // Lines "suffix<TAB>region/path"; '-' for a suffix that says nothing. Empty lines and those that
  // begin with # are nothing. kInvalidArgument, with `name` and line, for any other.
  [[nodiscard]] Result<void> add_table(std::string_view text, const std::string& name);

  // `key_host`: "de,bayern,www:8080".
  [[nodiscard]] Node of_host(std::string_view key_host) const;

  [[nodiscard]] size_t size() const { return nodes_.size(); }
  [[nodiscard]] const std::string& name(Node node) const { return nodes_[node].name; }
  [[nodiscard]] Node parent(Node node) const { return nodes_[node].parent; }
  [[nodiscard]] const std::vector<Node>& children(Node node) const { return nodes_[node].children; }
  // 0: the world, 1: a continent, 2: a country.
  [[nodiscard]] unsigned level(Node node) const { return nodes_[node].level; }
  // ISO 3166-1 numeric; 0: no country of that list.
  [[nodiscard]] uint16_t code(Node node) const { return nodes_[node].code; }
  // "Europe/Germany"; "World" for the world.
  [[nodiscard]] std::string path(Node node) const;

 private:
  struct OneNode {
    std::string name;
    Node parent = kWorld;
    unsigned level = 0;
    uint16_t code = 0;
    std::vector<Node> children = {};
  };
  // Made where it is not there.
  Node child(Node parent, std::string_view name);

  std::vector<OneNode> nodes_;
  std::map<std::string, Node, std::less<>> suffixes_;  // of the user: "de,bayern"
  std::map<std::string, Node, std::less<>> domains_;   // top-level ones
};

}  // namespace cocite::insight
