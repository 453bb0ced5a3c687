// The data at the top of a Markdown file: YAML between lines of ---, TOML between lines of +++.
//
//   const FrontMatter front = read_front_matter(file);
//   front.title;  file.substr(front.size);              // what follows
//
// Values of the top level only, one or a list; nested ones are passed over. Pure function; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::read {

struct FrontMatter {
  std::string title = {};
  std::string slug = {};
  std::string url = {};                   // Hugo's, Jekyll's permalink
  std::string id = {};                    // Docusaurus'
  std::vector<std::string> aliases = {};  // other names, or addresses it had before
  uint32_t date = 0;                      // seconds since 1970; 0: none
  bool is_draft = false;
  size_t size = 0;  // bytes of the file that it takes, its last line with it
};

[[nodiscard]] FrontMatter read_front_matter(std::string_view file);

}  // namespace cocite::read
