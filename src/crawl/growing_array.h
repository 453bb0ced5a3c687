// A list of plain values that grows by a sixteenth at a time, and without a second copy while it does
// (the system moves pages of memory instead): for a few values of each of millions of addresses.
//
//   GrowingArray<float> priorities;
//   priorities.push_back(0.15F);
//
// Memory that cannot be had is std::bad_alloc. One thread.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace cocite::crawl {

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        room_(std::exchange(other.room_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  ~GrowingArray() { std::free(values_); }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T& operator[](size_t i) { return values_[i]; }
  [[nodiscard]] const T& operator[](size_t i) const { return values_[i]; }
  [[nodiscard]] std::span<T> span() { return {values_, size_}; }
  [[nodiscard]] std::span<const T> span() const { return {values_, size_}; }

  void push_back(T value) {
    if (size_ == room_) reserve(room_ + room_ / 16 + 8);
    values_[size_++] = value;
  }
  void pop_back() { --size_; }
  void resize(size_t size, T value) {
    if (size > room_) reserve(size);
    for (size_t i = size_; i < size; ++i) values_[i] = value;
    size_ = size;
  }

 private:
  void reserve(size_t room) {
    // glibc moves large blocks by changing the page table (mremap), not by copying.
    void* const moved = std::realloc(static_cast<void*>(values_), room * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    values_ = static_cast<T*>(moved);
    room_ = room;
  }

  T* values_ = nullptr;
  size_t size_ = 0;
  size_t room_ = 0;
};

}  // namespace cocite::crawl
