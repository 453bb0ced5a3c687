#include "prepare/import.h"

#include <filesystem>
#include <string>
#include <vector>

#include <cocite/output.h>

#include "ingest/assemble.h"
#include "ingest/ingest.h"
#include "prepare/index_words.h"
#include "prepare/prepare.h"
#include "store/store.h"

namespace cocite::prepare {
namespace {

// A store in a store would be taken for something else's file.
Result<void> check_place(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  const std::string parent = std::filesystem::path(name).parent_path().string();
  return check_output_folder(parent.empty() ? "." : parent, {});
}

}  // namespace

Result<ImportReport> import_store(const ImportRequest& request) {
  COCITE_CHECK(check_stem(request));
  COCITE_CHECK(check_place(request.store));
  return ingest::import_store(request, {}, [&](store::Writer& writer, const store::Facts& facts) {
    return finish_draft(writer, facts, request, {});
  });
}

Result<ImportReport> add_to_store(const ImportRequest& request) {
  COCITE_CHECK(check_stem(request));
  using Said = std::vector<std::string>;
  const auto finish = [&](store::Writer& writer, const store::Facts& facts) -> Result<Said> {
    // Opened under the lock, so that it has what others have saved meanwhile.
    COCITE_TRY(const store::Store old, store::Store::open(request.store));
    const std::vector<SavedColumn> had = saved_columns(old);
    Said kept;
    for (const store::FileEntry& file : old.manifest().files) {
      const store::PartInfo* const info = store::part_of_file(file.name);
      if (info == nullptr || info->on_add != store::OnAdd::kKept) continue;
      COCITE_CHECK(writer.take_over(old.path(), file));
      kept.push_back(file.name +
                     ": kept from before; run 'tune' again to learn from the new links");
    }
    if (!kept.empty()) COCITE_CHECK(writer.seal(facts));
    COCITE_TRY(Said said, finish_draft(writer, facts, request, had));
    said.insert(said.end(), kept.begin(), kept.end());
    return said;
  };
  return ingest::add_to_store(request, {}, finish);
}

Result<ImportReport> assemble_store(const ImportRequest& request) {
  COCITE_CHECK(check_place(request.store));
  return ingest::assemble(request, [&](store::Writer& writer, const store::Facts& facts) {
    return finish_draft(writer, facts, request, {});
  });
}

}  // namespace cocite::prepare
