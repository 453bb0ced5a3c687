// An answer as values in memory, for edges that show parts of it: the fields that JSON has.
//
//   TreeWriter writer;
//   answer.content->write(writer);
//   const Tree tree = writer.take();
//   tree.at("page.key").is_empty();
//
// Values; each thread its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/answer_writer.h"

namespace cocite::api {

struct Tree {
  using Fields = std::vector<std::pair<std::string, Tree>>;
  using List = std::vector<Tree>;
  // Nothing, also for NaN; a bool is "yes" or "no".
  std::variant<std::monostate, uint64_t, double, std::string, Fields, List> value = {};

  // What is there by this name, with dots into structs; an empty text if there is no such field.
  [[nodiscard]] const Tree& at(std::string_view path) const;
  // The elements of a list; of all else none.
  [[nodiscard]] const List& list() const;
  [[nodiscard]] bool is_empty() const;  // nothing, an empty text or list
};

class TreeWriter final : public AnswerWriter {
 public:
  TreeWriter& begin(char bracket) override;
  TreeWriter& end(char bracket) override;
  TreeWriter& key(std::string_view name) override;
  TreeWriter& value(std::string_view text) override;
  TreeWriter& value(double number) override;
  TreeWriter& value(bool is_true) override;
  TreeWriter& whole(uint64_t number) override;

  [[nodiscard]] Tree take() { return std::move(whole_); }

 private:
  TreeWriter& add(Tree tree);

  Tree whole_;
  std::vector<std::pair<std::string, Tree>> open_;  // what is not ended yet, each with its name
  std::string name_;                                // of the next value
};

}  // namespace cocite::api
