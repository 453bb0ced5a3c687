// Stoplists by what the user wrote: a file of addresses, "auto:21", "none".
//
//   COCITE_TRY(auto stoplist, stoplists.get(web, "auto:21"));
//
// Each is made once and kept. Any number of threads.
#pragma once

#include <memory>
#include <string>

#include <cocite/result.h>

#include "base/once_map.h"
#include "related/stoplist.h"
#include "related/web.h"

namespace cocite::answer {

class Stoplists {
 public:
  // Empty text: auto:21 for graphs of at least a million pages, else none. `patience`: with one
  // that another thread is making.
  [[nodiscard]] Result<std::shared_ptr<const related::Stoplist>> get(
      const related::Web& web, std::string text, const Patience& patience = {}) const;

 private:
  mutable OnceMap<related::Stoplist> known_;
};

}  // namespace cocite::answer
