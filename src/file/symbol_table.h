// A trained compressor for short strings: each code of one byte stands for 1 to 8 bytes.
//
//   const SymbolTable table = SymbolTable::train(sample);
//   std::string codes;
//   table.encode("edu,cornell,cs)/info", codes);
//   table.decode(codes, text);
//
// At most 255 symbols; code 255 is followed by one byte as it is, so every string can be written.
// Any string can be read by itself, at over a gigabyte a second, because a code is only looked up:
// that is why this and not a general compressor, which needs blocks of many strings. The idea is
// that of FSST (Boncz, Neumann, Leis: Fast Random Access String Compression, VLDB 2020); the
// training and the search for the longest symbol are our own. docs/formats/string_table.md.
//
// A table never changes; any number of threads may use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::file {

class SymbolTable {
 public:
  static constexpr size_t kMaxSymbols = 255;
  static constexpr size_t kMaxSymbolBytes = 8;
  static constexpr uint8_t kEscape = 255;
  static constexpr size_t kMaxSerializedBytes = 8 + kMaxSymbols * kMaxSymbolBytes;

  // Without symbols: every byte takes two.
  SymbolTable();
  // The symbols that make the sample small; the same sample gives the same table. Takes 0.1 s for
  // a sample of 256 KiB; of a larger one it uses 256 KiB, evenly spread.
  [[nodiscard]] static SymbolTable train(std::span<const std::string_view> sample);
  // 8 bytes: how many symbols of 1, 2, ... 8 bytes; then the symbols in order of their codes.
  [[nodiscard]] std::string serialize() const;
  // Nothing if the bytes are not a table.
  [[nodiscard]] static std::optional<SymbolTable> parse(std::string_view bytes);

  [[nodiscard]] size_t size() const { return size_; }
  // The bytes that a code stands for. REQUIRES: code < size().
  [[nodiscard]] std::string symbol(size_t code) const;

  // Appends at most 2 * text.size() codes to `out`.
  void encode(std::string_view text, std::string& out) const;
  // Replaces `out`; false if these are not codes of this table.
  [[nodiscard]] bool decode(std::string_view codes, std::string& out) const;

  // Writes at `out` and returns the end of what was written, nullptr if these are not codes of this
  // table. REQUIRES: room for 8 * (end - begin) bytes at `out`; only the first of them are text.
  [[nodiscard]] char* decode(const uint8_t* begin, const uint8_t* end, char* out) const {
    const uint64_t* values = decoder_->values.data();
    const uint8_t* lengths = decoder_->lengths.data();
    while (begin < end) {
      const uint8_t code = *begin++;
      std::memcpy(out, &values[code], sizeof(uint64_t));
      if (lengths[code] == 0) [[unlikely]] {  // the escape, or a code without a symbol
        if (code != kEscape || begin == end) return nullptr;
        *out++ = static_cast<char>(*begin++);
        continue;
      }
      out += lengths[code];
    }
    return out;
  }

  // How codes compare with what stands in `text` from `match` on; advances `match` by the bytes
  // that agree. REQUIRES: match <= text.size(), and 8 bytes can be read after the end of `text`.
  enum class Order : uint8_t { kLess, kEqual, kGreater, kBroken };
  [[nodiscard]] Order compare(const uint8_t* begin, const uint8_t* end, std::string_view text,
                              size_t& match) const;

 private:
  // By code; value: the symbol's bytes, the first lowest, zeros above; length 0: no symbol.
  struct Decoder {
    std::array<uint64_t, 256> values{};
    std::array<uint8_t, 256> lengths{};
  };
  struct Encoder;
  struct Symbol {
    uint64_t value = 0;
    uint8_t length = 0;
  };
  // REQUIRES: at most 255 different symbols.
  explicit SymbolTable(std::vector<Symbol> symbols);
  friend class SymbolTrainer;

  size_t size_ = 0;
  std::shared_ptr<const Decoder> decoder_;
  std::shared_ptr<Encoder> encoder_;
};

}  // namespace cocite::file
