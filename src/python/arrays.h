// Arrays of numpy, in and out, for the parts of the module that take whole columns.
//
//   void crawled(const In<uint32_t>& pages) { for (const uint32_t page : span_of(pages)) … }
//   return array_of<uint64_t>(std::move(offsets));      // without a copy
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "python/errors.h"

namespace cocite::python {

template <class Number>
using In = nanobind::ndarray<const Number, nanobind::ndim<1>, nanobind::c_contig>;
template <class Number>
using Out = nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>>;

template <class Number>
std::span<const Number> span_of(const In<Number>& array) {
  return {array.data(), array.size()};
}

template <class Number, class From = Number>
Out<Number> array_of(std::vector<From> numbers) {
  static_assert(sizeof(Number) == sizeof(From));
  auto* const kept = new std::vector<From>(std::move(numbers));
  const nanobind::capsule owner(
      kept, [](void* one) noexcept { delete static_cast<std::vector<From>*>(one); });
  return Out<Number>(reinterpret_cast<Number*>(kept->data()), {kept->size()}, owner);
}

[[noreturn]] inline void refuse(const std::string& message) {
  raise({.code = ErrorCode::kInvalidArgument, .message = message});
}

// Texts as Arrow has them: where each begins, and one more, then the letters.
class Texts {
 public:
  Texts(const In<int64_t>& offsets, const In<uint8_t>& bytes)
      : offsets_(span_of(offsets)),
        bytes_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {
    int64_t last = 0;
    if (offsets_.empty()) refuse("texts have one offset more than there are");
    for (const int64_t offset : offsets_) {
      if (offset < last) refuse("offsets of texts rise");
      last = offset;
    }
    if (static_cast<uint64_t>(last) > bytes_.size()) refuse("offsets of texts end behind them");
  }
  [[nodiscard]] size_t size() const { return offsets_.size() - 1; }
  [[nodiscard]] std::string_view operator[](size_t i) const {
    return bytes_.substr(static_cast<size_t>(offsets_[i]),
                         static_cast<size_t>(offsets_[i + 1] - offsets_[i]));
  }

 private:
  std::span<const int64_t> offsets_;
  std::string_view bytes_;
};

// The same, made here.
struct OwnTexts {
  std::vector<int64_t> offsets = {0};
  std::vector<uint8_t> bytes;
  void add(std::string_view text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
};

}  // namespace cocite::python
