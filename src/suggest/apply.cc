#include "suggest/apply.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "file/output_file.h"
#include "read/file_tree.h"
#include "read/markdown.h"
#include "read/markdown_prose.h"
#include "suggest/markdown_folder.h"
#include "suggest/patch.h"

namespace cocite::suggest {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return fail(ErrorCode::kIo, path + ": cannot be read");
  return bytes;
}

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// "guide/setup.md" from "notes/a.md": "../guide/setup.md".
std::string relative_path(std::string_view from, const std::string& to) {
  const std::string relative = fs::path(to).lexically_relative(fs::path(folder_of(from))).string();
  return folder_of(from).empty() ? to : relative;
}

bool is_word_byte(char c) {
  return is_alphanumeric(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// How many bytes before `at` in one are those before `place` in the other, and behind them.
size_t agreement(std::string_view file, size_t at, std::string_view sentence, size_t place,
                 size_t words) {
  size_t same = 0;
  for (size_t i = 1; i <= std::min(at, place) && file[at - i] == sentence[place - i]; ++i) ++same;
  for (size_t i = words;
       at + i < file.size() && place + i < sentence.size() && file[at + i] == sentence[place + i];
       ++i) {
    ++same;
  }
  return same;
}

struct Edit {
  size_t begin = 0;
  size_t end = 0;
  std::string text = {};
};

class File {
 public:
  File(const MarkdownFolder& folder, size_t number, std::string bytes)
      : folder_(&folder),
        number_(number),
        bytes_(std::move(bytes)),
        prose_(read::markdown_prose(bytes_)) {}

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::string path() const { return folder_->names->path(number_); }

  // Whether it says what was imported.
  Result<bool> is_as_imported(const store::Store& store, PageId page) {
    std::string_view text = bytes_;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const read::MarkdownPage& now = parser_.parse(text);
    for (const read::MarkdownLink& link : now.links) ++(link.is_wiki ? wiki_ : plain_);
    if (!store.text_columns().has_texts()) return false;
    COCITE_TRY(const std::string then, store.text_columns().text(page));
    return then == now.text;
  }
  [[nodiscard]] size_t wiki_links() const { return wiki_; }
  [[nodiscard]] size_t plain_links() const { return plain_; }

  // False: there is no place for it.
  bool add(const SuggestItem& item, size_t target, bool is_wiki) {
    const size_t in_sentence = item.sentence.find(item.words);
    if (item.words.empty() || in_sentence == std::string::npos) return false;
    size_t best = std::string::npos;
    size_t most = 0;
    for (const read::MarkdownSpan& span : prose_) {
      const std::string_view piece(bytes_.data() + span.begin, span.end - span.begin);
      for (size_t at = piece.find(item.words); at != std::string_view::npos;
           at = piece.find(item.words, at + 1)) {
        const size_t place = span.begin + at;
        const size_t end = place + item.words.size();
        const bool is_whole = (place == 0 || !is_word_byte(bytes_[place - 1])) &&
                              (end == bytes_.size() || !is_word_byte(bytes_[end]));
        const bool is_free = std::ranges::none_of(
            edits_, [&](const Edit& edit) { return place < edit.end && edit.begin < end; });
        if (!is_whole || !is_free) continue;
        const size_t same =
            1 + agreement(bytes_, place, item.sentence, in_sentence, item.words.size());
        if (same > most) {
          most = same;
          best = place;
        }
      }
    }
    if (best == std::string::npos) return false;
    const std::string link =
        is_wiki ? wiki_link(item.words, target) : plain_link(item.words, target);
    if (link.empty()) return false;
    edits_.push_back({best, best + item.words.size(), link});
    return true;
  }

  std::string changed() {
    std::ranges::sort(edits_, {}, &Edit::begin);
    std::string text;
    size_t at = 0;
    for (const Edit& edit : edits_) {
      text += bytes_.substr(at, edit.begin - at) + edit.text;
      at = edit.end;
    }
    return text + bytes_.substr(at);
  }

 private:
  // By name alone where that is enough; empty: the target has no address that means it.
  [[nodiscard]] std::string wiki_link(const std::string& words, size_t target) const {
    const std::string& path = folder_->names->path(target);
    const std::string whole = path.substr(0, path.rfind('.'));
    for (const std::string& name : {whole.substr(whole.rfind('/') + 1), whole}) {
      if (name.find_first_of("[]|#^") != std::string::npos) continue;
      const auto found =
          folder_->names->resolve(number_, {.target = name, .anchor = {}, .is_wiki = true});
      if (found.file != target || found.is_ambiguous) continue;
      return name == words ? "[[" + name + "]]" : "[[" + name + "|" + words + "]]";
    }
    return {};
  }
  [[nodiscard]] std::string plain_link(const std::string& words, size_t target) const {
    const std::string address =
        read::escaped_path(relative_path(path(), folder_->names->path(target)));
    const auto found = folder_->names->resolve(number_, {.target = address, .anchor = {}});
    if (found.file != target || address.find_first_of("() ") != std::string::npos) return {};
    return "[" + words + "](" + address + ")";
  }

  const MarkdownFolder* folder_;
  size_t number_;
  std::string bytes_;
  std::vector<read::MarkdownSpan> prose_;
  std::vector<Edit> edits_;
  read::MarkdownParser parser_;
  size_t wiki_ = 0;
  size_t plain_ = 0;
};

// FILE.bak, or FILE.bak2 and so on if that is there.
Result<void> back_up(const std::string& path) {
  std::error_code error;
  std::string backup = path + ".bak";
  for (size_t number = 2; fs::exists(fs::symlink_status(backup, error)); ++number) {
    backup = path + ".bak" + std::to_string(number);
  }
  fs::copy_file(path, backup, error);
  if (error) return fail(ErrorCode::kIo, backup + ": cannot be written: " + error.message());
  return {};
}

Result<void> replace(const std::string& path, const std::string& bytes) {
  std::error_code error;
  const fs::perms permissions = fs::status(path, error).permissions();
  COCITE_CHECK(back_up(path));
  COCITE_TRY(file::OutputFile output, file::OutputFile::begin(path, {.force = true}));
  COCITE_CHECK(output.write(bytes));
  COCITE_CHECK(output.publish());
  fs::permissions(path, permissions, error);
  return {};
}

class Applying {
 public:
  Applying(const store::Store& store, const Apply& options, SuggestAnswer& answer)
      : store_(&store), options_(&options), answer_(&answer) {}

  Result<void> run() {
    COCITE_TRY(const std::vector<MarkdownFolder> folders, markdown_folders(*store_));
    std::error_code error;
    imported_ = fs::last_write_time(store_->path() + "/manifest", error);
    std::map<PageId, std::vector<const SuggestItem*>> by_page;
    for (const SuggestItem& item : answer_->items) {
      if (item.sentence.empty()) continue;
      COCITE_TRY(const std::optional<PageId> page, store_->find(item.page.key));
      if (page) by_page[*page].push_back(&item);
    }
    std::vector<std::pair<std::string, std::string>> writes;  // path, bytes
    for (const MarkdownFolder& folder : folders) {
      for (const auto& [page, items] : by_page) {
        const auto file = folder.files.find(page);
        if (file == folder.files.end()) continue;
        COCITE_CHECK(change(folder, page, file->second, items, writes));
      }
    }
    if (options_->stop != nullptr && options_->stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was written");
    }
    if (!options_->dry_run) {
      for (const auto& [path, bytes] : writes) {
        COCITE_CHECK(replace(path, bytes));
        answer_->files.push_back(path);
      }
    }
    note(changed_, "file that changed since it was imported was left as it is",
         "files that changed since they were imported were left as they are");
    note(placeless_, "link has no place in the file: its words stand in a heading, a link or code",
         "links have no place in their files: their words stand in headings, links or code");
    return {};
  }

 private:
  Result<void> change(const MarkdownFolder& folder, PageId page, size_t number,
                      const std::vector<const SuggestItem*>& items,
                      std::vector<std::pair<std::string, std::string>>& writes) {
    const std::string path = folder.path + "/" + folder.names->path(number);
    COCITE_TRY(std::string bytes, read_file(path));
    File file(folder, number, std::move(bytes));
    COCITE_TRY(const bool is_same, file.is_as_imported(*store_, page));
    std::error_code error;
    if (!is_same || fs::last_write_time(path, error) > imported_) {
      ++changed_;
      return {};
    }
    COCITE_TRY(const bool is_wiki, writes_wiki_links(folder, file));
    size_t added = 0;
    for (const SuggestItem* const item : items) {
      COCITE_TRY(const std::optional<PageId> target, store_->find(item->key));
      const auto to = target ? folder.files.find(*target) : folder.files.end();
      const bool is_added = to != folder.files.end() && file.add(*item, to->second, is_wiki);
      ++(is_added ? added : placeless_);
    }
    if (added == 0) return {};
    std::string now = file.changed();
    answer_->patch += patch_of(file.path(), file.bytes(), now);
    writes.emplace_back(path, std::move(now));
    return {};
  }

  // As the file does, or else most files of the folder.
  Result<bool> writes_wiki_links(const MarkdownFolder& folder, const File& file) {
    if (file.wiki_links() != file.plain_links()) return file.wiki_links() > file.plain_links();
    const auto [known, is_new] = folder_is_wiki_.try_emplace(&folder, false);
    if (!is_new) return known->second;
    read::MarkdownParser parser;
    size_t wiki = 0;
    size_t plain = 0;
    for (const auto& [page, number] : folder.files) {
      COCITE_TRY(const std::string bytes,
                 read_file(folder.path + "/" + folder.names->path(number)));
      for (const read::MarkdownLink& link : parser.parse(bytes, 0).links) {
        ++(link.is_wiki ? wiki : plain);
      }
    }
    known->second = wiki > plain;
    return known->second;
  }

  void note(size_t count, const char* one, const char* many) {
    if (count == 0) return;
    answer_->notes.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
  }

  const store::Store* store_;
  const Apply* options_;
  SuggestAnswer* answer_;
  fs::file_time_type imported_;
  size_t changed_ = 0;
  size_t placeless_ = 0;
  std::map<const MarkdownFolder*, bool> folder_is_wiki_;
};

}  // namespace

Result<void> apply(const store::Store& store, const Apply& options, SuggestAnswer& answer) {
  return Applying(store, options, answer).run();
}

}  // namespace cocite::suggest
