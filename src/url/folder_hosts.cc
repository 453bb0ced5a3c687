#include "url/folder_hosts.h"

#include <algorithm>

#include "base/hash.h"
#include "base/mapped_file.h"
#include "url/key.h"

namespace cocite::url {

extern const std::string_view kShippedFolderHosts;  // made by CMake from folder_hosts.txt

namespace {

// "/~dst/x?y" -> "/~dst"; empty where there is no first element.
std::string_view first_folder(std::string_view path) {
  if (path.size() < 2 || path[0] != '/') return {};
  const size_t end = std::min(path.find_first_of("/?", 1), path.size());
  return end == 1 ? std::string_view() : path.substr(0, end);
}

}  // namespace

const FolderHosts& FolderHosts::shipped() {
  static const FolderHosts list = parse(kShippedFolderHosts, "folder_hosts.txt").value();
  return list;
}

Result<FolderHosts> FolderHosts::load(const std::string& path) {
  COCITE_TRY(const MappedFile file, MappedFile::open(path));
  return parse({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, path);
}

Result<FolderHosts> FolderHosts::parse(std::string_view text, const std::string& where) {
  FolderHosts list;
  std::string key;
  for (size_t line = 1; !text.empty(); ++line) {
    std::string_view host = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), host.size() + 1));
    host = host.substr(0, host.find('#'));
    constexpr std::string_view kSpace = " \t\r";
    host.remove_prefix(std::min(host.find_first_not_of(kSpace), host.size()));
    host = host.substr(0, host.find_last_not_of(kSpace) + 1);
    if (host.empty()) continue;
    if (make_key(host, {}, key) != Skip::kNone || !std::string_view(key).ends_with(")/")) {
      return fail(ErrorCode::kInvalidArgument, where + ":" + std::to_string(line) + ": '" +
                                                   std::string(host) +
                                                   "' is no host; write one a line, github.com");
    }
    list.hosts_.emplace(host_of_key(key));
  }
  for (const std::string& host : list.hosts_) list.version_ = mix(list.version_ ^ hash64(host));
  return list;
}

std::string_view PageSites::next(std::string_view key) {
  const std::string_view host = host_of_key(key);
  if (host_ != host || host_.empty()) {
    host_.assign(host);
    site_size_ = walk_.next(host).size();
    has_folders_ = folders_->contains(host);
  }
  if (host.size() < key.size()) {  // behind the host stands ')'
    const std::string_view folder = first_folder(key.substr(host.size() + 1));
    if (folder.size() > 1 && (has_folders_ || (folder[1] == '~' && folder.size() > 2))) {
      return key.substr(0, host.size() + 1 + folder.size());
    }
  }
  return key.substr(0, site_size_);
}

}  // namespace cocite::url
