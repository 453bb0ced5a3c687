// Hosts of a store by name, and whose they are.
//
//   COCITE_TRY(const auto host, find_host(store, "www.example.com"));    // nothing: none such
//   COCITE_TRY(const HostSites sites, HostSites::make(store));
//   sites.of(*host)                                    // equal for hosts of one registrable domain
//
// REQUIRES: pages are URLs. Pure reading; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::insight {

// "com,example,www:8080"
[[nodiscard]] Result<std::string> key_host(const store::Store& store, HostId host);
// "www.example.com:8080"
[[nodiscard]] Result<std::string> name_of(const store::Store& store, HostId host);
// By its name, or by the address of any page of it.
[[nodiscard]] Result<std::optional<HostId>> find_host(const store::Store& store,
                                                      std::string_view text);
// Whether this text means a host: a name without a path.
[[nodiscard]] bool is_host_name(std::string_view text);

class HostSites {
 public:
  [[nodiscard]] static Result<HostSites> make(const store::Store& store);
  [[nodiscard]] uint32_t of(HostId host) const { return sites_[index(host)]; }
  [[nodiscard]] uint32_t size() const { return count_; }

 private:
  std::vector<uint32_t> sites_;
  uint32_t count_ = 0;
};

// use(host, "com,example,www") for each host in order.
[[nodiscard]] Result<void> for_each_host(
    const store::Store& store,
    const std::function<Result<void>(HostId host, std::string_view key_host)>& use);

}  // namespace cocite::insight
