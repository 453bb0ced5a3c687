#include "answer/opened.h"

#include "answer/rank_job.h"
#include "url/key.h"

namespace cocite::answer {

Opened::Opened(store::Store opened, const OpenOptions& given)
    : options(given),
      store(std::move(opened)),
      web(
          store, [this](const std::string& name) { return make_rank(store, name, options); },
          [this](const store::NewNotes& found) { keep_notes(store, found, options); }, {},
          [this](const std::string& name, const related::Web::Ranked& ranked) {
            keep_rank(store, name, ranked, options);
          }) {
  if (options.makes_aside) web.make_aside();
  if (store.links() < options.save_from_links) options.progress = {};  // it takes no time
  web.set_progress(options.progress, options.stop);
}

Result<std::unique_ptr<const Opened>> Opened::open(const std::string& path,
                                                   const OpenOptions& given) {
  COCITE_TRY(store::Store store, store::Store::open(path));
  auto opened = std::make_unique<Opened>(std::move(store), given);
  COCITE_CHECK(opened->use_folder_hosts());
  return opened;
}

Result<void> Opened::use_folder_hosts() {
  if (options.folder_hosts.empty()) return {};
  COCITE_TRY(folder_hosts, url::FolderHosts::load(options.folder_hosts));
  web.set_folder_hosts(*folder_hosts);
  return {};
}

Result<std::vector<std::string>> Opened::mirrors_of(std::string_view key) const {
  std::vector<std::string> mirrors;
  if (unmerged == nullptr) return mirrors;
  const std::string_view host = url::host_of_key(key);
  const auto others = other_hosts.find(host);
  if (others == other_hosts.end()) return mirrors;
  for (const std::string& other : others->second) {
    const std::string same = other + std::string(key.substr(host.size()));
    COCITE_TRY(const auto page, unmerged->find(same));
    if (page) mirrors.push_back(unmerged->address(same));
  }
  return mirrors;
}

}  // namespace cocite::answer
