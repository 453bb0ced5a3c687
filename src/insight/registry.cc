#include "base/registry.h"

#include <string>

#include "base/assert.h"
#include "base/machine.h"
#include "base/parallel.h"
#include "insight/insight.h"

namespace cocite::insight {

#define INSIGHT(name)      \
  namespace name {         \
  extern const Info kInfo; \
  }
#include "insight/insights.def"
#undef INSIGHT

namespace {

constexpr const Info* kAll[] = {
#define INSIGHT(name) &name::kInfo,
#include "insight/insights.def"
#undef INSIGHT
};
constexpr Registry<Info> kInsights("insight", kAll, "name");

}  // namespace

std::span<const Info* const> insights() {
  return kInsights.all();
}

Result<const Info*> insight_named(std::string_view name) {
  return kInsights.find(name);
}

Result<void> needs_hosts(const store::Store& store, std::string_view what) {
  if (store.names() == store::Names::kUrl) return {};
  return fail(ErrorCode::kInvalidArgument,
              store.path() + ": its pages are " +
                  (store.names() == store::Names::kNumbers ? "numbers" : "opaque names") +
                  ", not URLs, so nothing is known of their hosts, and there are no " +
                  std::string(what) + "; import it with URLs");
}

Result<void> may_work(const Context& context, std::string_view command) {
  const uint64_t most = context.request().max_links;
  if (most == 0 || context.store().links() <= most) return {};
  return fail({.code = ErrorCode::kUnsupported,
               .message = "computing it would take too long for " +
                          std::to_string(context.store().links()) +
                          " links, and it is not saved in the store",
               .remedies = {{.options = {{"save", ""}},
                             .command = std::string(command),
                             .arguments = {context.store().path()}}}});
}

Context::Context(const Info& info, const store::Store& store, const InsightRequest& request,
                 const Parameters& parameters, const Above& above, UseRow use)
    : store_(&store),
      request_(&request),
      parameters_(&parameters),
      above_(&above),
      use_(std::move(use)) {
  answer_.name = info.name;
  answer_.tables.push_back(
      {.name = "items", .columns = {info.columns.begin(), info.columns.end()}});
}

unsigned Context::threads() const {
  return request_->threads == 0 ? hardware_threads() : request_->threads;
}

uint64_t Context::memory_bytes() const {
  return request_->memory_bytes == 0 ? machine_memory() / 2 : request_->memory_bytes;
}

bool Context::is_stopped() const {
  return request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed);
}

Result<void> Context::tell(std::string_view stage, uint64_t done, uint64_t total,
                           std::string_view unit) {
  if (is_stopped()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  constexpr std::chrono::milliseconds kInterval{200};
  const auto now = Clock::now();
  if (!request_->progress || (stage == stage_ && now - told_ < kInterval)) return {};
  told_ = now;
  stage_ = stage;
  request_->progress({.stage = stage_, .done = done, .total = total, .unit = std::string(unit)});
  return {};
}

bool Context::row(InsightRow row) {
  COCITE_ASSERT(row.size() == answer_.tables[0].columns.size(),
                "a row has a value for each column");
  if (request_->top != 0 && rows_ == request_->top) return false;
  ++rows_;
  if (use_) return use_(row);
  answer_.tables[0].rows.push_back(std::move(row));
  return true;
}

InsightTable& Context::table(std::string name, std::vector<std::string> columns) {
  answer_.tables.push_back({.name = std::move(name), .columns = std::move(columns)});
  return answer_.tables.back();
}

void Context::fact(std::string name, InsightValue value) {
  answer_.facts.emplace_back(std::move(name), std::move(value));
}

void Context::note(std::string note) {
  answer_.notes.push_back(std::move(note));
}

}  // namespace cocite::insight
