// How an answer looks as text, TSV and CSV; JSON needs none of this.
//
//   .shown = {.facts = "page.key answer.key score",
//             .tables = {{.list = "reasons", .columns = "amount kind key url title called word?"}}}
//
// Names are those of the answer's fields, with dots into structs; a column or fact has the first part
// as its name. Data; any thread.
#pragma once

#include <string>
#include <vector>

namespace cocite::api {

// A list of the answer, a row for each element. The columns key, url, called, anchor and gone are
// shown where the store has such a thing and the format wants it; "word?" where any row has it;
// "nodes#" is how many elements the list has. Without a list, the answer itself is the one row.
struct ShownTable {
  std::string list = {};
  std::string columns = {};
};

struct Shown {
  std::string facts = {};    // about the whole answer: lines with #, in CSV and JSON lines columns
  std::string remarks = {};  // the same, as lines only, of what is not empty: "with tuned"
  std::string sentences = {};           // a list of texts above the table, for people
  std::vector<ShownTable> tables = {};  // the first, or the one that a flag of its name asks for
};

}  // namespace cocite::api
