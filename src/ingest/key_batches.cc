#include "ingest/key_batches.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <queue>

#include "base/ids.h"
#include "ingest/key_order.h"
#include "ingest/key_sample.h"
#include "url/scheme.h"

namespace cocite::ingest {
namespace {

constexpr size_t kReadBytes = size_t{1} << 20;

void put_number(std::string& out, uint64_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128U);
  out += static_cast<char>(value);
}

Result<void> append(file::RawFile& file, std::span<const uint32_t> values) {
  return file.append(std::as_bytes(values));
}

}  // namespace

// Keys in order; each gets its final number.
class KeyBatches::SortedKeys {
 public:
  virtual ~SortedKeys() = default;
  // Fails on a damaged file; false at the end.
  [[nodiscard]] virtual Result<bool> next() = 0;
  [[nodiscard]] virtual std::string_view key() const = 0;
  // Of the key, for its scheme (url/scheme.h).
  [[nodiscard]] virtual int32_t votes() const { return 0; }
  [[nodiscard]] virtual Result<void> number(uint32_t final_number) = 0;
};

class KeyBatches::DictionaryKeys final : public SortedKeys {
 public:
  DictionaryKeys(const KeyDictionary& dictionary, Batch& batch)
      : dictionary_(&dictionary), batch_(&batch) {
    batch.numbers.reserve(batch.size);
  }
  Result<bool> next() override {
    if (at_ == batch_->order.size()) return false;
    // Keys lie where they were read, not in order: fetch ahead.
    if (at_ + 32 < batch_->order.size()) dictionary_->fetch_place(batch_->order[at_ + 32]);
    if (at_ + 16 < batch_->order.size()) dictionary_->fetch_key(batch_->order[at_ + 16]);
    key_ = dictionary_->key(batch_->order[at_++]);
    return true;
  }
  [[nodiscard]] std::string_view key() const override { return key_; }
  [[nodiscard]] int32_t votes() const override {
    return dictionary_->votes(batch_->order[at_ - 1]);
  }
  Result<void> number(uint32_t final_number) override {
    batch_->numbers.push_back(final_number);
    return {};
  }

 private:
  const KeyDictionary* dictionary_;
  Batch* batch_;
  size_t at_ = 0;
  std::string_view key_;
};

class KeyBatches::FileKeys final : public SortedKeys {
 public:
  explicit FileKeys(Batch& batch) : batch_(&batch), left_(batch.size) {}
  Result<bool> next() override {
    if (left_ == 0) return false;
    --left_;
    COCITE_TRY(const uint64_t votes, take_number());
    votes_ = votes % 2 == 0 ? static_cast<int32_t>(votes / 2) : -static_cast<int32_t>(votes / 2);
    COCITE_TRY(const uint64_t shared, take_number());
    COCITE_TRY(const uint64_t length, take_number());
    COCITE_CHECK(fill(length));
    key_.resize(shared);
    key_.append(buffer_, at_, length);
    at_ += length;
    return true;
  }
  [[nodiscard]] std::string_view key() const override { return key_; }
  [[nodiscard]] int32_t votes() const override { return votes_; }
  Result<void> number(uint32_t final_number) override {
    return append(batch_->numbers_file, std::span(&final_number, 1));
  }

 private:
  Result<uint64_t> take_number() {
    COCITE_CHECK(fill(10));
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(buffer_[at_++]);
      value |= uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  }
  // At least `wanted` bytes at at_, or all that are left.
  Result<void> fill(size_t wanted) {
    if (buffer_.size() - at_ >= wanted || offset_ == batch_->keys_file.size()) return {};
    buffer_.erase(0, at_);
    at_ = 0;
    const size_t old = buffer_.size();
    const uint64_t more =
        std::min<uint64_t>(std::max(kReadBytes, wanted), batch_->keys_file.size() - offset_);
    buffer_.resize(old + more);
    COCITE_CHECK(batch_->keys_file.read_at(
        offset_, std::as_writable_bytes(std::span(buffer_).subspan(old))));
    offset_ += more;
    return {};
  }

  Batch* batch_;
  uint64_t left_;
  uint64_t offset_ = 0;
  std::string buffer_;
  size_t at_ = 0;
  std::string key_;
  int32_t votes_ = 0;
};

class KeyBatches::StoreKeys final : public SortedKeys {
 public:
  StoreKeys(const store::Store& store, std::vector<uint32_t>& numbers)
      : store_(&store), cursor_(store.keys().cursor(0)), numbers_(&numbers) {
    numbers.reserve(store.pages());
  }
  Result<bool> next() override {
    if (!cursor_.next(key_)) {
      COCITE_CHECK(cursor_.status());
      return false;
    }
    if (!store_->has_schemes()) return true;
    COCITE_TRY(const bool is_secure, store_->is_secure(page_id(numbers_->size())));
    votes_ = is_secure ? url::kOwnVotes : -url::kOwnVotes;
    return true;
  }
  [[nodiscard]] std::string_view key() const override { return key_; }
  [[nodiscard]] int32_t votes() const override { return votes_; }
  Result<void> number(uint32_t final_number) override {
    numbers_->push_back(final_number);
    return {};
  }

 private:
  const store::Store* store_;
  file::StringTable::Cursor cursor_;
  std::vector<uint32_t>* numbers_;
  std::string_view key_;
  int32_t votes_ = 0;
};

class KeyBatches::NumberKeys final : public SortedKeys {
 public:
  explicit NumberKeys(uint64_t count)
      : count_(count), key_(std::to_string(count - 1).size(), '0') {}
  Result<bool> next() override {
    if (at_ == count_) return false;
    if (at_ > 0) {
      size_t digit = key_.size() - 1;
      while (key_[digit] == '9') key_[digit--] = '0';
      ++key_[digit];
    }
    ++at_;
    return true;
  }
  [[nodiscard]] std::string_view key() const override { return key_; }
  Result<void> number(uint32_t /*final_number*/) override { return {}; }

 private:
  uint64_t count_;
  uint64_t at_ = 0;
  std::string key_;
};

std::vector<std::string> KeyBatches::sample_of(const Batch& batch) const {
  std::vector<std::string> sample;
  for_each_sampled(batch.order.size(), [&](size_t i) {
    sample.emplace_back(sampled_part(dictionary_.key(batch.order[i])));
  });
  return sample;
}

Result<void> KeyBatches::flush() {
  Batch batch;
  batch.size = dictionary_.size();
  batch.bases = dictionary_.bases();
  batch.order = key_order(dictionary_, context_->threads());
  if (sample_.empty()) sample_ = sample_of(batch);
  const std::string number = std::to_string(batches_.size());
  COCITE_TRY(batch.order_file, file::RawFile::create(writer_->scratch("order-" + number)));
  COCITE_TRY(batch.keys_file, file::RawFile::create(writer_->scratch("keys-" + number)));
  COCITE_TRY(batch.numbers_file, file::RawFile::create(writer_->scratch("numbers-" + number)));
  COCITE_CHECK(append(batch.order_file, batch.order));
  std::string record;
  std::string_view previous;
  for (const uint32_t one : batch.order) {
    const std::string_view key = dictionary_.key(one);
    const auto shared =
        static_cast<size_t>(std::ranges::mismatch(previous, key).in1 - previous.begin());
    record.clear();
    const int32_t votes = dictionary_.votes(one);
    put_number(record, static_cast<uint64_t>(std::abs(votes)) * 2 + (votes < 0 ? 1 : 0));
    put_number(record, shared);
    put_number(record, key.size() - shared);
    record.append(key.substr(shared));
    COCITE_CHECK(batch.keys_file.append(std::as_bytes(std::span(record))));
    previous = key;
  }
  COCITE_CHECK(batch.order_file.flush());
  COCITE_CHECK(batch.keys_file.flush());
  batch.order = {};
  batches_.push_back(std::move(batch));
  dictionary_.clear();
  return {};
}

Result<void> KeyBatches::assign(const Start& start, const Use& use) {
  std::vector<std::unique_ptr<SortedKeys>> sources;
  // The last batch stays in memory.
  if (dictionary_.size() > 0) {
    Batch batch;
    batch.size = dictionary_.size();
    batch.bases = dictionary_.bases();
    batch.order = key_order(dictionary_, context_->threads());
    if (sample_.empty()) sample_ = sample_of(batch);
    batches_.push_back(std::move(batch));
  }
  for (Batch& batch : batches_) {
    if (batch.order.empty()) {
      sources.push_back(std::make_unique<FileKeys>(batch));
    } else {
      sources.push_back(std::make_unique<DictionaryKeys>(dictionary_, batch));
    }
  }
  if (store_ != nullptr) {
    sources.push_back(std::make_unique<StoreKeys>(*store_, store_numbers_));
    auto cursor = store_->keys().cursor(0);
    std::string_view key;
    while (sample_.size() < kRun * kSampleRuns / 4 && cursor.next(key)) sample_.emplace_back(key);
    std::ranges::sort(sample_);
  }
  if (plain_numbers_ > 0) {
    sources.push_back(std::make_unique<NumberKeys>(plain_numbers_));
    for (uint64_t i = 0; i < std::min<uint64_t>(plain_numbers_, 4096); ++i) {
      std::string key = std::to_string(i * (plain_numbers_ / 4096 + 1));
      key.insert(0,
                 std::to_string(plain_numbers_ - 1).size() -
                     std::min(key.size(), std::to_string(plain_numbers_ - 1).size()),
                 '0');
      sample_.push_back(std::move(key));
    }
  }
  COCITE_CHECK(start(sample_));
  COCITE_CHECK(merge(sources, use));
  for (Batch& batch : batches_) {
    if (batch.order.empty()) COCITE_CHECK(batch.numbers_file.flush());
  }
  dictionary_.clear();
  if (aliases_ != nullptr) {
    aliases_->number();
    for (uint32_t& number : store_numbers_) number = aliases_->page_of(number);
  }
  return {};
}

Result<void> KeyBatches::merge(std::vector<std::unique_ptr<SortedKeys>>& sources, const Use& use) {
  const auto later = [&](size_t a, size_t b) { return sources[a]->key() > sources[b]->key(); };
  std::priority_queue<size_t, std::vector<size_t>, decltype(later)> queue(later);
  uint64_t total = plain_numbers_ + (store_ == nullptr ? 0 : store_->pages());
  for (const Batch& batch : batches_) total += batch.size;
  for (size_t s = 0; s < sources.size(); ++s) {
    COCITE_TRY(const bool more, sources[s]->next());
    if (more) queue.push(s);
  }
  std::string last;
  int32_t votes = 0;
  // All sources have told of the last key.
  const auto finish_last = [&]() -> Result<void> {
    if (size_ == 0 || (aliases_ != nullptr && aliases_->is_alias(last))) return {};
    return use(last, votes > 0);
  };
  uint64_t done = 0;
  while (!queue.empty()) {
    const size_t s = queue.top();
    queue.pop();
    const std::string_view key = sources[s]->key();
    if (size_ == 0 || key != last) {
      COCITE_CHECK(finish_last());
      if (size_ == kMaxPages) {
        return fail(ErrorCode::kUnsupported, "more than " + std::to_string(kMaxPages) +
                                                 " pages: this build numbers them in 32 bits");
      }
      last.assign(key);
      votes = 0;
      ++size_;
    }
    url::add_votes(sources[s]->votes(), votes);
    COCITE_CHECK(sources[s]->number(static_cast<uint32_t>(size_ - 1)));
    COCITE_TRY(const bool more, sources[s]->next());
    if (more) queue.push(s);
    if (++done % 65536 == 0) {
      COCITE_CHECK(context_->report("numbering pages", done, total, "pages"));
    }
  }
  return finish_last();
}

Result<FinalNumbers> KeyBatches::numbers_of(uint32_t b) const {
  if (b >= batches_.size()) return FinalNumbers();  // no key came after the last flush
  const Batch& batch = batches_[b];
  FinalNumbers final;
  final.bases_ = batch.bases;
  final.by_dense_.resize(batch.size);
  const auto place = [&](std::span<const uint32_t> order, std::span<const uint32_t> numbers) {
    for (size_t i = 0; i < order.size(); ++i) {
      final.by_dense_[KeyDictionary::dense(batch.bases, order[i])] =
          aliases_ == nullptr ? numbers[i] : aliases_->page_of(numbers[i]);
    }
  };
  if (!batch.order.empty()) {
    place(batch.order, batch.numbers);
    return final;
  }
  std::vector<uint32_t> order(kReadBytes / 4);
  std::vector<uint32_t> numbers(kReadBytes / 4);
  for (uint64_t at = 0; at < batch.size; at += order.size()) {
    order.resize(std::min<uint64_t>(order.size(), batch.size - at));
    numbers.resize(order.size());
    COCITE_CHECK(batch.order_file.read_at(at * 4, std::as_writable_bytes(std::span(order))));
    COCITE_CHECK(batch.numbers_file.read_at(at * 4, std::as_writable_bytes(std::span(numbers))));
    place(order, numbers);
  }
  return final;
}

}  // namespace cocite::ingest
