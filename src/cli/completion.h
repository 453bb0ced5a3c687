// Completion in shells: short scripts that ask the program what may come next.
//
//   completion_script("bash")                               // for ~/.bashrc: eval "$(cocite help --as bash)"
//   complete_words(commands, {"related", "--b"})            // "--by\tthe method; ..."
//
// A line is a word, then a tab and what it means; ":files" as the last line: names of files, too.
// Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/description.h"

namespace cocite::cli {

[[nodiscard]] std::string completion_script(std::string_view shell);
// `words`: those after "cocite"; the last is being typed and may be empty.
[[nodiscard]] std::string complete_words(const std::vector<CommandInfo>& commands,
                                         const std::vector<std::string>& words);

}  // namespace cocite::cli
