#include "ingest/pages_writer.h"

#include "base/hash.h"
#include "url/key.h"

namespace cocite::ingest {

Result<void> PagesWriter::start(std::span<const std::string> sample) {
  COCITE_TRY(container_, writer_->create(store::Part::kPages));
  COCITE_TRY(keys_, file::StringTableWriter::create(container_, "keys", sample));
  return {};
}

Result<void> PagesWriter::add(std::string_view key, bool is_secure) {
  ++pages_;
  COCITE_CHECK(keys_->add(key));
  if (!sites_) return {};
  const std::string_view host = url::host_of_key(key);
  const bool starts = host_count_ == 0 || host != last_host_;
  hosts_.push(starts);
  secure_.push(is_secure);
  if (starts) {
    ++host_count_;
    last_host_.assign(host);
    site_hashes_.insert(hash64(sites_->next(host)));
  }
  return {};
}

Result<void> PagesWriter::finish() {
  COCITE_CHECK(keys_->finish());
  if (sites_) COCITE_CHECK(hosts_.write(container_, "hosts"));
  if (secure_.ones() > 0) COCITE_CHECK(secure_.write(container_, "secure"));
  return container_.finish();
}

}  // namespace cocite::ingest
