// Stoplists by what the user wrote: a file of addresses, "auto:21", "none".
//
//   COCITE_TRY(auto stoplist, stoplists.get(web, "auto:21"));
//
// Each is made once and kept. Any number of threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <cocite/result.h>

#include "related/stoplist.h"
#include "related/web.h"

namespace cocite::engine {

class Stoplists {
 public:
  // Empty text: auto:21 for graphs of at least a million pages, else none.
  [[nodiscard]] Result<std::shared_ptr<const related::Stoplist>> get(const related::Web& web,
                                                                     std::string text) const;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const related::Stoplist>, std::less<>> known_;
};

}  // namespace cocite::engine
