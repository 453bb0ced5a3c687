// Which share of all pages is of a kind? As a sample tells it, and as it is.
//
//   COCITE_TRY(const Shares shares, Shares::make(context, "tld", ""));
//   shares.of(page)                              // the kind of a page, a number
//   wilson(12, 100)                              // {0.07, 0.198}: where the share is, 95 times of 100
//
// Kinds by top-level domain, site, host, language, status, year or label. Reading: any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"

namespace cocite::insight {

// The 95 % interval of Wilson for `count` of `total`; 0 to 1 where there are none.
[[nodiscard]] std::pair<double, double> wilson(uint64_t count, uint64_t total);

// Sum of (p - q)^2 / q over kinds, p the shares of the sample and q the true ones, both from
// counts. Kinds that do not exist (q = 0) have p = 0.
[[nodiscard]] double chi_square_distance(const std::vector<uint64_t>& sample,
                                         const std::vector<uint64_t>& truth);

class Shares {
 public:
  // kInvalidArgument for an unknown kind, or one that this store does not have.
  [[nodiscard]] static Result<Shares> make(Context& context, std::string_view kind,
                                           const std::string& labels_file);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // Pages of each kind in the store.
  [[nodiscard]] const std::vector<uint64_t>& truth() const { return truth_; }
  [[nodiscard]] Result<uint32_t> of(PageId page) const { return of_page_(page); }

 private:
  std::vector<std::string> names_;
  std::vector<uint64_t> truth_;
  std::function<Result<uint32_t>(PageId page)> of_page_;
};

}  // namespace cocite::insight
