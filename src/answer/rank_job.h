// Ranks as asked for: names and pages checked and looked up, then computed, each iteration once.
//
//   COCITE_TRY(RankJob job, RankJob::make(store, request));
//   COCITE_TRY(RankJob::Ranked ranked, job.compute("hits-hub"));   // hits-authority comes with it
//
// One thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "rank/rank.h"
#include "related/web.h"
#include "store/notes.h"
#include "store/store.h"

namespace cocite::answer {

class RankJob {
 public:
  // `store` and `request` stay while the job is used.
  [[nodiscard]] static Result<RankJob> make(const store::Store& store, const RankRequest& request);

  struct Ranked {
    rank::Numbers values;
    RankRun run;
  };
  // Each name of request.by once.
  [[nodiscard]] Result<Ranked> compute(const std::string& name);

  // What the rank is called as a column, and how it was made, in words.
  [[nodiscard]] std::string column_name(const std::string& rank) const;
  [[nodiscard]] std::string about(const std::string& rank, const RankRun& run) const;

  [[nodiscard]] bool is_stopped() const;

 private:
  RankJob(const store::Store& store, const RankRequest& request)
      : store_(&store), request_(&request) {}
  [[nodiscard]] Result<void> look_up_pages();

  const store::Store* store_;
  const RankRequest* request_;
  rank::Options options_;
  std::map<std::string, Ranked> ready_;  // came with another rank and is not asked for yet
};

// kUnsupported, with what to do instead, where a graph has more than `max_links` links (0: any).
[[nodiscard]] Result<void> may_compute(const store::Store& store, const std::string& name,
                                       uint64_t max_links);

// A rank of all pages with the defaults of `cocite rank`, on all cores; or the user's own, where
// the name is that of a file (rank_file.h) and files may be named. kUnsupported where it iterates
// over more links than allowed.
[[nodiscard]] Result<related::Web::Ranked> make_rank(const store::Store& store,
                                                     const std::string& name,
                                                     const OpenOptions& options);
// These, and the notes of methods, are saved if computing them took long and no other process is
// writing.
void keep_rank(const store::Store& store, const std::string& name,
               const related::Web::Ranked& ranked, const OpenOptions& options);
void keep_notes(const store::Store& store, const store::NewNotes& notes,
                const OpenOptions& options);

}  // namespace cocite::answer
