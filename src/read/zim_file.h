// A ZIM file (offline Wikipedia and documentation): its entries, and the clusters that their bytes are in.
//
//   COCITE_TRY(const ZimFile zim, ZimFile::of(bytes, "wikipedia.zim"));
//   COCITE_TRY(const ZimEntry entry, zim.entry(0));         // by number, in order of namespace and path
//   COCITE_TRY(const ZimCluster cluster, zim.cluster(entry.cluster));
//   COCITE_TRY(const std::string_view page, cluster.blob(entry.blob));
//
// By hand (docs/decisions/0043-zim-by-hand.md); whatever the bytes are, a value or an error. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::read {

struct ZimEntry {
  char ns = 0;            // 'C': what users see; 'M': metadata; older files have 'A' for articles
  std::string_view path;  // views of the file
  std::string_view title = {};
  uint16_t type = 0;  // of mime_types()
  bool is_redirect = false;
  bool is_content = false;  // neither a redirect nor something that later versions have
  uint32_t target = 0;      // of a redirect: the number of an entry
  uint32_t cluster = 0;     // of content
  uint32_t blob = 0;
};

class ZimCluster {
 public:
  // A view of the cluster, or of the file.
  [[nodiscard]] Result<std::string_view> blob(uint32_t number) const;
  [[nodiscard]] uint64_t size() const { return bytes().size(); }

 private:
  friend class ZimFile;
  [[nodiscard]] std::string_view bytes() const { return is_unpacked_ ? room_ : plain_; }
  [[nodiscard]] uint64_t offset(uint64_t number) const;

  std::string room_;
  std::string_view plain_;
  bool is_unpacked_ = false;
  unsigned width_ = 4;  // of an offset
};

class ZimFile {
 public:
  // `bytes` live longer. kCorrupt: cut off, or not such a file.
  [[nodiscard]] static Result<ZimFile> of(std::string_view bytes, const std::string& name);

  [[nodiscard]] uint32_t entries() const { return entries_; }
  [[nodiscard]] uint32_t clusters() const { return clusters_; }
  // Content of all kinds is in the namespace 'C', not in one for articles and one for images.
  [[nodiscard]] bool has_one_namespace() const { return has_one_namespace_; }
  [[nodiscard]] const std::vector<std::string>& mime_types() const { return mime_types_; }
  [[nodiscard]] Result<ZimEntry> entry(uint32_t number) const;
  // Unpacked, up to 256 MiB.
  [[nodiscard]] Result<ZimCluster> cluster(uint32_t number) const;
  // Where it begins: for progress, and the size of what a thread is given.
  [[nodiscard]] uint64_t cluster_place(uint32_t number) const;
  // "Source", "Date", "Language"; empty: the file does not say.
  [[nodiscard]] std::string metadata(std::string_view name) const;

 private:
  template <class T>
  [[nodiscard]] T number_at(uint64_t at) const;
  [[nodiscard]] tl::unexpected<Error> damage() const;

  std::string_view bytes_;
  std::string name_;
  uint32_t entries_ = 0;
  uint32_t clusters_ = 0;
  uint64_t entry_places_ = 0;
  uint64_t cluster_places_ = 0;
  bool has_one_namespace_ = false;
  std::vector<std::string> mime_types_;
};

}  // namespace cocite::read
