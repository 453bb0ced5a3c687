// Below which addresses was everything read? Folders of files that were imported with an address.
//
//   COCITE_TRY(const auto folders, imported_folders(store));   // {"com,example)/docs/"}
//
// A page that is missing there does not exist, while a crawl may not have asked for it. Any thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/result.h>

#include "store/store.h"

namespace cocite::ingest {

// What keys below them begin with; none if pages have no addresses.
[[nodiscard]] Result<std::vector<std::string>> imported_folders(const store::Store& store);

}  // namespace cocite::ingest
