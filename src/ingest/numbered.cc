#include "ingest/numbered.h"

#include <algorithm>
#include <array>
#include <utility>

#include "read/link_block.h"
#include "url/key.h"

namespace cocite::ingest {

Result<void> NodeNames::add(KeyBatches& batches, const std::string* key, uint64_t memory_bytes,
                            int32_t votes) {
  if (key != nullptr && batches.dictionary().memory_bytes() > memory_bytes) {
    COCITE_CHECK(batches.flush());
  }
  if (stretches_.empty() || stretches_.back().batch != batches.current()) {
    stretches_.push_back({batches.current(), numbers_.size()});
  }
  numbers_.push_back(key == nullptr ? kNoTarget : batches.dictionary().add(*key, votes));
  return {};
}

Result<std::vector<uint32_t>> NodeNames::final_numbers(const KeyBatches& batches) const {
  std::vector<uint32_t> final(numbers_.size(), kNoTarget);
  for (size_t s = 0; s < stretches_.size(); ++s) {
    const uint64_t end = s + 1 < stretches_.size() ? stretches_[s + 1].first : numbers_.size();
    bool any = false;
    for (uint64_t i = stretches_[s].first; i < end && !any; ++i) any = numbers_[i] != kNoTarget;
    if (!any) continue;  // such a batch may not even exist
    COCITE_TRY(const FinalNumbers numbers, batches.numbers_of(stretches_[s].batch));
    for (uint64_t i = stretches_[s].first; i < end; ++i) {
      if (numbers_[i] != kNoTarget) final[i] = numbers[numbers_[i]];
    }
  }
  return final;
}

std::string_view key_of_name(const ImportRequest& request, std::string_view name,
                             std::string& key) {
  if (request.opaque_names) {
    key.assign(name);
    if (name.empty()) return url::skip_reason(url::Skip::kEmpty);
    const bool has_nul = name.find('\0') != std::string_view::npos;
    return has_nul ? read::skip_reason_text(read::SkipReason::kHasNul) : std::string_view();
  }
  const url::Skip skip = url::make_key(name, {.fold_www = request.fold_www}, key);
  return skip == url::Skip::kNone ? std::string_view() : url::skip_reason(skip);
}

void SkipCounter::add(std::string_view reason, const std::string& place, std::string_view text) {
  constexpr size_t kSamples = 3;
  auto found = std::ranges::find(skipped_, reason, &Skipped::reason);
  if (found == skipped_.end()) {
    skipped_.push_back({.reason = std::string(reason), .count = 0, .samples = {}});
    found = skipped_.end() - 1;
  }
  ++found->count;
  if (found->samples.size() < kSamples) {
    found->samples.push_back(place + ": " + std::string(text.substr(0, 120)));
  }
}

void SkipCounter::add_to(ImportReport& report) const {
  report.skipped.insert(report.skipped.end(), skipped_.begin(), skipped_.end());
}

Result<std::unique_ptr<NumberedGraph>> open_graph(Context& context, std::string_view kind,
                                                  const std::vector<std::string>& inputs,
                                                  const std::string& scratch) {
  using Open = Result<std::unique_ptr<NumberedGraph>> (*)(Context&, const std::vector<std::string>&,
                                                          const std::string&);
  constexpr std::array<std::pair<std::string_view, Open>, 2> kKinds = {
      {{"bvgraph", open_bvgraph}, {"commoncrawl", open_common_crawl}}};
  for (const auto& [name, open] : kKinds) {
    if (name == kind) return open(context, inputs, scratch);
  }
  return fail(ErrorCode::kUnsupported,
              "graphs of the kind '" + std::string(kind) + "' cannot be read");
}

}  // namespace cocite::ingest
