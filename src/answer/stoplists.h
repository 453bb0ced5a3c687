// Stoplists by what the user wrote: "shipped", "auto:21", a file of addresses, "none".
//
//   COCITE_TRY(auto stoplist, stoplists.get(web, web.has_hosts(), "auto:21"));
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
  // Empty text: shipped where hosts are on, else none. `patience`: with one that another thread is
  // making.
  [[nodiscard]] Result<std::shared_ptr<const related::Stoplist>> get(
      const related::Web& web, bool hosts_on, std::string text,
      const Patience& patience = {}) const;

 private:
  mutable OnceMap<related::Stoplist> known_;
};

}  // namespace cocite::answer
