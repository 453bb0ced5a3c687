#include "text/folded_name.h"

#include <algorithm>

#include "text/characters.h"

namespace cocite::text {
namespace {

// Takes characters one by one.
class Runs {
 public:
  explicit Runs(FoldedName& name) : name_(&name) {}
  void add(Kind kind, std::string_view bytes) {
    if (kind == Kind::kSeparator) {
      is_in_run_ = false;
      return;
    }
    if (!is_in_run_ && !name_->text.empty()) name_->text += ' ';
    // A word next to characters without spaces begins a new run; marks belong to the character before
    // them.
    if (!is_in_run_ || kind == Kind::kPairs || kind != last_) {
      name_->starts.push_back(static_cast<uint32_t>(name_->text.size()));
    }
    name_->text += bytes;
    last_ = kind;
    is_in_run_ = true;
  }
  [[nodiscard]] bool is_in_run() const { return is_in_run_; }

 private:
  FoldedName* name_;
  bool is_in_run_ = false;
  Kind last_ = Kind::kSeparator;
};

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

Kind ascii_kind(char c) {
  const bool is_part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  return is_part ? Kind::kWord : Kind::kSeparator;
}

}  // namespace

void fold_name(std::string_view text, FoldedName& name) {
  name.text.clear();
  name.starts.clear();
  Runs runs(name);
  if (is_ascii(text)) {
    for (const char letter : text) {
      const char c = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
      runs.add(ascii_kind(c), {&c, 1});
    }
  } else {
    std::string folded;
    fold_characters(text, folded);
    for (size_t at = 0; at < folded.size();) {
      const size_t begin = at;
      const Kind kind = kind_of(next_character(folded, at));
      runs.add(kind, std::string_view(folded).substr(begin, at - begin));
    }
  }
  name.ends_run = !name.text.empty() && !runs.is_in_run();
}

}  // namespace cocite::text
