#include "ingest/imported_folders.h"

#include "ingest/input_ledger.h"
#include "url/key.h"

namespace cocite::ingest {

Result<std::vector<std::string>> imported_folders(const store::Store& store) {
  std::vector<std::string> folders;
  if (store.names() != store::Names::kUrl) return folders;
  COCITE_TRY(const InputLedger ledger, InputLedger::read(store));
  for (const InputEntry& entry : ledger.entries()) {
    const size_t equals = entry.name.find("=http");
    if (entry.kind != InputKind::kPages || equals == std::string::npos) continue;
    std::string address = entry.name.substr(equals + 1);
    if (!address.ends_with('/')) address += '/';
    std::string key;
    const url::KeyOptions options{.fold_www = store.facts().fold_www};
    if (url::make_key(address, options, key) == url::Skip::kNone) folders.push_back(key);
  }
  return folders;
}

}  // namespace cocite::ingest
