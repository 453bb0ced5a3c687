// The interface of insights.
//
//   COCITE_TRY(const Info* info, insight_named("scope"));
//   COCITE_TRY(auto parameters, Parameters::make(info->name, info->parameters, given));
//   Context context(*info, store, request, parameters, above, {});
//   COCITE_CHECK(info->run(context));
//   context.answer().tables[0]
//
// A new insight is one file in a namespace of its own that defines kInfo, and one line in
// insights.def: the command line, the service and its description follow. An insight is a function
// of a store and keeps nothing. What only folders above can do (ask a method, compute a rank) comes
// in as functions. One thread runs one; inside it uses as many as it is given.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/insight.h>
#include <cocite/query.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "base/parameters.h"
#include "store/store.h"

namespace cocite::insight {

struct Neighbour {
  PageId page{};
  double score = 0;
};

// What is known above this folder. Any thread, if not said otherwise.
struct Above {
  using Takes = std::function<bool(PageId page)>;
  // The pages most related to this one by a method, of those that `takes` lets through, best first;
  // none where there is no evidence.
  std::function<Result<std::vector<Neighbour>>(const std::string& by, PageId page, uint64_t top,
                                               const Takes& takes)>
      related = {};
  // kInvalidArgument where there is no such method, kUnsupported where this store cannot have it.
  std::function<Result<void>(const std::string& by)> check_method = {};
  // Hosts (or sites) like this one, by name, with the reason; none where their graph is not made yet.
  struct LikeHost {
    std::string name;
    double score = 0;
    std::string why;
  };
  std::function<Result<std::vector<LikeHost>>(const std::string& host, bool is_site, uint64_t top)>
      related_hosts = {};
  // Of all pages, by the name of a rank; valid while the store is open.
  std::function<Result<std::span<const double>>(const std::string& name)> rank = {};
  // The page that a text means.
  std::function<Result<PageId>(std::string_view text)> resolve = {};
  // A file of page<TAB>label lines; pages that the store does not have are counted.
  struct LabelledPages {
    std::vector<std::pair<PageId, std::string>> labels = {};
    uint64_t unknown = 0;
  };
  std::function<Result<LabelledPages>(const std::string& path)> read_labels = {};
  // Everything in a file, unpacked.
  std::function<Result<std::string>(const std::string& path)> read_file = {};
  // Another insight of the same store, to go with this one.
  std::function<Result<InsightAnswer>(const InsightRequest& request)> insight = {};
  // What make() gave the first time, for as long as the store is open. Each name stands for one
  // type.
  using Kept = std::shared_ptr<const void>;
  std::function<Result<Kept>(const std::string& name, const std::function<Result<Kept>()>& make)>
      keep = {};
};

class Context;

struct Info {
  std::string_view name;
  std::string_view summary;  // a line
  std::string_view paper;
  std::string_view about = {};  // what may be asked about, in the help: "PAGE|HOST"; empty: nothing
  std::string_view about_help = {};
  bool needs_about = false;
  bool can_save = false;
  bool is_heavy = false;  // reads the whole store
  // One a line, options by their bare names: "www.example.com spread=cosine", "all of=hosts".
  std::string_view examples = {};
  std::span<const std::string_view> columns = {};  // of the first table
  std::span<const ParameterInfo> parameters = {};
  Result<void> (*run)(Context& context) = nullptr;
};

class Context {
 public:
  using UseRow = std::function<bool(const InsightRow& row)>;
  // All of these stay while this lives.
  Context(const Info& info, const store::Store& store, const InsightRequest& request,
          const Parameters& parameters, const Above& above, UseRow use);

  [[nodiscard]] const store::Store& store() const { return *store_; }
  [[nodiscard]] const InsightRequest& request() const { return *request_; }
  [[nodiscard]] const Parameters& parameters() const { return *parameters_; }
  [[nodiscard]] bool is_on(std::string_view flag) const { return parameters_->word(flag) == "on"; }
  [[nodiscard]] const Above& above() const { return *above_; }
  [[nodiscard]] unsigned threads() const;
  [[nodiscard]] uint64_t memory_bytes() const;

  // Tells progress a few times a second; kCancelled when it is time to stop. One thread at a time.
  [[nodiscard]] Result<void> tell(std::string_view stage, uint64_t done, uint64_t total,
                                  std::string_view unit);
  [[nodiscard]] bool is_stopped() const;

  // A row of the first table; false: enough. REQUIRES: as many values as columns.
  [[nodiscard]] bool row(InsightRow row);
  // Another table; rows beyond request().top are dropped at the end.
  [[nodiscard]] InsightTable& table(std::string name, std::vector<std::string> columns);
  void fact(std::string name, InsightValue value);
  void note(std::string note);
  [[nodiscard]] InsightAnswer& answer() { return answer_; }

  template <class Kept, class Make>
  [[nodiscard]] Result<std::shared_ptr<const Kept>> keep(const std::string& name,
                                                         const Make& make) {
    COCITE_TRY(const Above::Kept kept, above_->keep(name, [&]() -> Result<Above::Kept> {
      COCITE_TRY(Kept made, make());
      return Above::Kept(std::make_shared<const Kept>(std::move(made)));
    }));
    return std::static_pointer_cast<const Kept>(kept);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const store::Store* store_;
  const InsightRequest* request_;
  const Parameters* parameters_;
  const Above* above_;
  UseRow use_;
  uint64_t rows_ = 0;
  InsightAnswer answer_;
  Clock::time_point told_{};
  std::string stage_;
};

// All of insights.def, in that order.
[[nodiscard]] std::span<const Info* const> insights();
// kInvalidArgument for an unknown name; the message lists the known ones.
[[nodiscard]] Result<const Info*> insight_named(std::string_view name);

// kUnsupported where the store has more links than this request may work through; `command` is what
// to run instead.
[[nodiscard]] Result<void> may_work(const Context& context, std::string_view command);

// kInvalidArgument where the pages of the store are no URLs, so that nothing is known of hosts.
[[nodiscard]] Result<void> needs_hosts(const store::Store& store, std::string_view what);

}  // namespace cocite::insight
