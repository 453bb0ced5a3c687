// The tables of an evaluation, as text, TSV or JSON.
//
//   EvalTables tables(out, format, "all");
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
  // `which`: one table's name, or "all".
  EvalTables(Output& out, Format format, std::string which)
      : out_(&out), format_(format), which_(std::move(which)) {}
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
