// Header fields as WARC and HTTP have them: "Name: value" lines, names in any case.
//
//   HeaderFields fields;                                   // made to be reused
//   const size_t size = header_size(text);                 // with the empty line; 0: it has no end
//   fields.parse(text.substr(0, size)); fields.find("content-type") // "text/html", or nothing
//
// A line that begins with a blank goes on with the one before. Lines without a colon are passed
// over. What is found is a view of the text or of the fields: valid while both live, until the next
// parse(). One thread at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::read {

// How many bytes the header takes with the empty line that ends it, in whichever style of line
// ends; 0 if there is no such line.
[[nodiscard]] size_t header_size(std::string_view text);

// Without blanks and line ends on both sides.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// `lower` is in lower case.
[[nodiscard]] bool is_same_name(std::string_view name, std::string_view lower);

class HeaderFields {
 public:
  static constexpr size_t kMaxFields = 1000;  // further ones are passed over

  // `text`: the lines behind the first one (the status or version), or with it: it has no colon.
  void parse(std::string_view text);
  // The first field of this name, which is given in lower case; empty if there is none.
  [[nodiscard]] std::string_view find(std::string_view lower_name) const;
  // All of that name, joined by commas, as HTTP allows for lists.
  [[nodiscard]] std::string find_list(std::string_view lower_name) const;

 private:
  struct Field {
    std::string_view name;
    std::string_view value;
  };
  std::vector<Field> fields_;
  std::deque<std::string> folded_;  // values that went over several lines
};

}  // namespace cocite::read
