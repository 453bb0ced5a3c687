// Brings a crawl back to where it was: its state, and what its archive has beyond that.
//
//   Resume resume(state, frontier, archive, follower);
//   COCITE_TRY(uint64_t found, resume.run(links_are_new, tell));   // pages that the state had not
//
// A crawl without its state is rebuilt from its archive in the same way. One thread.
#pragma once

#include <cstdint>
#include <functional>

#include <cocite/result.h>

#include "crawl/crawl_archive.h"
#include "crawl/crawl_state.h"
#include "crawl/follower.h"
#include "crawl/frontier.h"

namespace cocite::crawl {

class Resume {
 public:
  // All of them live longer than this.
  Resume(CrawlState& state, Frontier& frontier, CrawlArchive& archive, Follower& follower)
      : state_(&state), frontier_(&frontier), archive_(&archive), follower_(&follower) {}

  // `links_are_new`: the file of links is empty, and is filled from the archive. `tell` is called now
  // and then with what it does.
  using Tell = std::function<void(const char* stage)>;
  [[nodiscard]] Result<uint64_t> run(bool links_are_new, const Tell& tell);
  // How many requisites were fetched before this run.
  [[nodiscard]] uint64_t requisites() const { return requisites_; }
  // There was something.
  [[nodiscard]] bool went_on() const { return went_on_; }

 private:
  [[nodiscard]] Result<void> take_over(ReadPage page, const WarcPlace& place);
  [[nodiscard]] Result<void> add_links(const ReadPage& page);

  CrawlState* state_;
  Frontier* frontier_;
  CrawlArchive* archive_;
  Follower* follower_;
  uint64_t requisites_ = 0;
  bool went_on_ = false;
};

}  // namespace cocite::crawl
