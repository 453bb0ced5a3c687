// The tables of an evaluation, in every format.
//
//   EvalTables tables(out, format, "pairs");
//   tables.show(answer);
//   tables.show(spam);
//   tables.finish();
//
// One thread.
#pragma once

#include <string>

#include <cocite/eval.h>

#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {

class EvalTables {
 public:
  // `which`: one table's name, "all", or nothing: for people the table of methods (and that of
  // link farms, if there is one), in CSV and JSON lines too, which hold one table; else all.
  EvalTables(Output& out, Format format, std::string which)
      : out_(&out), format_(format), which_(std::move(which)) {
    const bool is_one = format == Format::kText || is_flat(format);
    if (which_.empty()) which_ = is_one ? "main" : "all";
  }
  void show(const EvalAnswer& answer);
  void show(const SpamAnswer& answer);
  void finish();

 private:
  // Whether this table is wanted; then its heading is written.
  [[nodiscard]] bool begin(const std::string& name);

  Output* out_;
  Format format_;
  std::string which_;
  bool is_first_ = true;
};

}  // namespace cocite::cli
