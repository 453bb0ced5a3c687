#include "measure/judgement_files.h"

#include <algorithm>
#include <optional>
#include <span>

#include <cocite/readable.h>

namespace cocite::measure {
namespace {

// For messages: what would steer a terminal as "?", and not too much of it.
std::string quoted(std::string_view text) {
  constexpr size_t kMost = 60;
  return "'" + readable(text, kMost) + "'";
}

tl::unexpected<Error> bad_line(const std::string& name, uint64_t line, const std::string& what) {
  return fail(ErrorCode::kInvalidArgument, name + ":" + std::to_string(line) + ": " + what);
}

using Columns = std::span<const std::string_view>;

// Calls use(columns, line) for each line that says something; it returns what is wrong, or nothing.
// `form` shows a good line.
template <class Use>
Result<void> for_each_line(std::string_view text, const std::string& name, size_t fewest,
                           size_t most, const std::string& form, const Use& use) {
  while (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as some editors begin a file
  std::vector<std::string_view> columns;
  uint64_t said = 0;
  for (uint64_t line = 1; !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (rest.ends_with('\r')) rest.remove_suffix(1);
    if (rest.empty() || rest.front() == '#') continue;
    columns.clear();
    for (bool has_more = true; has_more;) {
      const size_t tab = rest.find('\t');
      has_more = tab != std::string_view::npos;
      columns.push_back(rest.substr(0, tab));
      rest.remove_prefix(has_more ? tab + 1 : rest.size());
    }
    if (columns.size() < fewest || columns.size() > most) {
      return bad_line(name, line,
                      std::to_string(columns.size()) +
                          (columns.size() == 1 ? " column" : " columns") +
                          " with tabs between them; a line is " + form);
    }
    for (size_t i = 0; i < fewest; ++i) {
      if (columns[i].empty()) {
        return bad_line(name, line,
                        "column " + std::to_string(i + 1) + " is empty; a line is " + form);
      }
    }
    if (const std::optional<std::string> wrong = use(Columns(columns), line)) {
      return bad_line(name, line, *wrong + "; a line is " + form);
    }
    ++said;
  }
  if (said == 0) {
    return fail(ErrorCode::kInvalidArgument, name + ": says nothing; a line is " + form);
  }
  return {};
}

std::optional<Rating> rating_of(std::string_view text) {
  if (text == "1") return Rating::kGood;
  if (text == "0") return Rating::kWrong;
  // A dash as a keyboard has it, and as printers and word processors do.
  if (text == "-" || text == "\xE2\x80\x93" || text == "\xE2\x80\x94" || text == "\xE2\x88\x92") {
    return Rating::kDead;
  }
  return {};
}

}  // namespace

Result<std::vector<GoldLine>> read_gold(std::string_view text, const std::string& name) {
  std::vector<GoldLine> lines;
  COCITE_CHECK(
      for_each_line(text, name, 2, 3, "page<TAB>related page, perhaps with <TAB>1 or <TAB>0",
                    [&](Columns columns, uint64_t line) -> std::optional<std::string> {
                      GoldLine gold{.one = columns[0], .other = columns[1], .line = line};
                      if (columns.size() == 3) {
                        if (columns[2] != "1" && columns[2] != "0") {
                          return quoted(columns[2]) + " is neither 1 (related) nor 0 (not)";
                        }
                        gold.is_good = columns[2] == "1";
                      }
                      lines.push_back(gold);
                      return {};
                    }));
  return lines;
}

Result<std::vector<LabelLine>> read_labels(std::string_view text, const std::string& name) {
  std::vector<LabelLine> lines;
  COCITE_CHECK(for_each_line(text, name, 2, 2, "page<TAB>label",
                             [&](Columns columns, uint64_t line) -> std::optional<std::string> {
                               lines.push_back(
                                   {.page = columns[0], .label = columns[1], .line = line});
                               return {};
                             }));
  return lines;
}

Result<std::vector<RatingLine>> read_ratings(std::string_view text, const std::string& name) {
  std::vector<RatingLine> lines;
  bool has_ratings = false;
  COCITE_CHECK(for_each_line(
      text, name, 2, 4,
      "query page<TAB>answer<TAB>1, 0 or -, perhaps with <TAB>rater; or query page<TAB>?",
      [&](Columns columns, uint64_t line) -> std::optional<std::string> {
        if (columns.size() == 2) {
          if (columns[1] != "?") return "2 columns with tabs between them";
          lines.push_back({.query = columns[0], .line = line});
          return {};
        }
        has_ratings = true;
        const std::optional<Rating> rating = rating_of(columns[2]);
        if (!rating) return quoted(columns[2]) + " is no rating: 1 (good), 0 (not) or - (dead)";
        lines.push_back({.query = columns[0],
                         .answer = columns[1],
                         .rating = *rating,
                         .rater = columns.size() == 4 ? columns[3] : std::string_view(),
                         .line = line});
        return {};
      }));
  if (!has_ratings) {
    return fail(ErrorCode::kInvalidArgument, name + ": has query pages and no rating");
  }
  return lines;
}

Result<std::vector<PageLine>> read_pages(std::string_view text, const std::string& name) {
  std::vector<PageLine> lines;
  COCITE_CHECK(for_each_line(text, name, 1, 1, "one page",
                             [&](Columns columns, uint64_t line) -> std::optional<std::string> {
                               lines.push_back({.page = columns[0], .line = line});
                               return {};
                             }));
  return lines;
}

std::string query_line(std::string_view query) {
  return std::string(query) + "\t?\n";
}

std::string rating_line(std::string_view query, std::string_view answer, Rating rating,
                        std::string_view rater) {
  std::string line(query);
  line += '\t';
  line += answer;
  line += rating == Rating::kGood ? "\t1" : rating == Rating::kDead ? "\t-" : "\t0";
  if (!rater.empty()) {
    line += '\t';
    line += rater;
  }
  return line + '\n';
}

}  // namespace cocite::measure
