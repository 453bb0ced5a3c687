// Page numbers for keys that need not fit into memory: a page's number is the place of its key
// among all keys in bytewise order.
//
//   batches.dictionary().add(block, numbers);   // numbers within the current batch
//   COCITE_CHECK(batches.flush());              // memory is full: sort this batch, write it aside
//   ...
//   COCITE_CHECK(batches.assign(use));          // merges all; use(key, is_secure) in final order
//   COCITE_TRY(auto final, batches.numbers_of(batch));
//
// An existing store takes part as a batch that is sorted already.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/raw_file.h"
#include "ingest/aliases.h"
#include "ingest/context.h"
#include "ingest/key_dictionary.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

// Final numbers by the numbers of a batch.
class FinalNumbers {
 public:
  [[nodiscard]] uint32_t operator[](uint32_t number) const {
    return by_dense_[KeyDictionary::dense(bases_, number)];
  }

 private:
  friend class KeyBatches;
  std::array<uint32_t, KeyDictionary::kShards> bases_{};
  std::vector<uint32_t> by_dense_;
};

class KeyBatches {
 public:
  KeyBatches(Context& context, store::Writer& writer) : context_(&context), writer_(&writer) {}

  [[nodiscard]] KeyDictionary& dictionary() { return dictionary_; }
  // The batch whose numbers dictionary() gives now.
  [[nodiscard]] uint32_t current() const { return static_cast<uint32_t>(batches_.size()); }
  [[nodiscard]] Result<void> flush();
  // Pages called by their numbers, 0 to count - 1, with zeros in front so that order by key is
  // order by number. Their final numbers are the same.
  void set_numbers(uint64_t count) { plain_numbers_ = count; }
  // REQUIRES: lives until after assign().
  void set_store(const store::Store& store) { store_ = &store; }

  // `sample`: some keys in runs of neighbours, told before the first use().
  using Start = std::function<Result<void>(std::span<const std::string> sample)>;
  using Use = std::function<Result<void>(std::string_view key, bool is_secure)>;
  [[nodiscard]] Result<void> assign(const Start& start, const Use& use);
  // Pages: keys that are no aliases.
  [[nodiscard]] uint64_t size() const {
    return size_ - (aliases_ == nullptr ? 0 : aliases_->size());
  }
  // Before assign(), whose merge then asks them; they number the pages. They live as long as
  // this.
  void set_aliases(Aliases& aliases) { aliases_ = &aliases; }

  // REQUIRES (both): after assign().
  [[nodiscard]] Result<FinalNumbers> numbers_of(uint32_t batch) const;
  // By the page ids of the store.
  [[nodiscard]] const std::vector<uint32_t>& numbers_of_store() const { return store_numbers_; }

 private:
  struct Batch {
    uint64_t size = 0;
    std::array<uint32_t, KeyDictionary::kShards> bases{};
    std::vector<uint32_t> order;  // batch numbers in order of key, where they stayed in memory
    file::RawFile order_file;     // else here
    file::RawFile keys_file;
    std::vector<uint32_t> numbers;  // final ones by order, where they stayed in memory
    file::RawFile numbers_file;     // else here
  };
  class SortedKeys;
  class DictionaryKeys;
  class FileKeys;
  class StoreKeys;
  class NumberKeys;
  [[nodiscard]] Result<void> merge(std::vector<std::unique_ptr<SortedKeys>>& sources,
                                   const Use& use);
  [[nodiscard]] std::vector<std::string> sample_of(const Batch& batch) const;

  Context* context_;
  store::Writer* writer_;
  KeyDictionary dictionary_;
  std::vector<Batch> batches_;
  std::vector<std::string> sample_;
  const store::Store* store_ = nullptr;
  std::vector<uint32_t> store_numbers_;
  uint64_t plain_numbers_ = 0;
  uint64_t size_ = 0;  // all keys
  Aliases* aliases_ = nullptr;
};

}  // namespace cocite::ingest
