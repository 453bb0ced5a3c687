// Many numbers that are read at random, for as long as a rank is computed.
//
//   BigArray<double> scores(pages);   // zeros
//   scores[7] = 1;
//
// Large ones lie on large pages of memory where the system has such: reading at random then seldom
// waits for the address to be translated. Memory that cannot be had is std::bad_alloc. A value;
// each thread may write its own places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace cocite::rank {

template <class T>
class BigArray {
  static_assert(std::is_trivial_v<T>);

 public:
  BigArray() = default;
  explicit BigArray(size_t size) : size_(size), bytes_(std::max<size_t>(size * sizeof(T), 1)) {
    void* const memory =
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    values_ = static_cast<T*>(memory);
    if (bytes_ >= kWorthLargePages) ::madvise(memory, bytes_, MADV_HUGEPAGE);  // a wish
  }
  BigArray(BigArray&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  BigArray& operator=(BigArray&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  BigArray(const BigArray&) = delete;
  BigArray& operator=(const BigArray&) = delete;
  ~BigArray() {
    if (values_ != nullptr) ::munmap(values_, bytes_);
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_; }
  [[nodiscard]] const T* data() const { return values_; }
  [[nodiscard]] T& operator[](size_t i) { return values_[i]; }
  [[nodiscard]] const T& operator[](size_t i) const { return values_[i]; }
  [[nodiscard]] T* begin() { return values_; }
  [[nodiscard]] T* end() { return values_ + size_; }
  [[nodiscard]] const T* begin() const { return values_; }
  [[nodiscard]] const T* end() const { return values_ + size_; }
  [[nodiscard]] std::span<const T> view() const { return {values_, size_}; }

  // Keeps the first `size` values and gives the memory of the others back.
  void shrink(size_t size) {
    constexpr size_t kPage = 4096;
    const size_t kept = (std::max<size_t>(size * sizeof(T), 1) + kPage - 1) / kPage * kPage;
    if (kept < bytes_) {
      ::munmap(reinterpret_cast<std::byte*>(values_) + kept, bytes_ - kept);
      bytes_ = kept;
    }
    size_ = size;
  }

 private:
  static constexpr size_t kWorthLargePages = size_t{4} << 20;

  T* values_ = nullptr;
  size_t size_ = 0;
  size_t bytes_ = 0;
};

}  // namespace cocite::rank
