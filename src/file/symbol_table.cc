#include "file/symbol_table.h"

#include <algorithm>
#include <bit>

#include "file/symbol_encoder.h"

namespace cocite::file {

SymbolTable::SymbolTable() : SymbolTable(std::vector<Symbol>{}) {}

SymbolTable::SymbolTable(std::vector<Symbol> symbols) : size_(symbols.size()) {
  std::ranges::sort(symbols, [](const Symbol& a, const Symbol& b) {
    return std::pair(a.length, a.value) < std::pair(b.length, b.value);
  });
  auto decoder = std::make_shared<Decoder>();
  for (size_t code = 0; code < symbols.size(); ++code) {
    decoder->values[code] = symbols[code].value;
    decoder->lengths[code] = symbols[code].length;
  }
  decoder_ = std::move(decoder);
  encoder_ = std::make_shared<Encoder>();
}

std::string SymbolTable::serialize() const {
  std::string bytes(kMaxSymbolBytes, '\0');
  for (size_t code = 0; code < size_; ++code) {
    char& count = bytes[decoder_->lengths[code] - size_t{1}];
    count = static_cast<char>(count + 1);
    bytes += symbol(code);
  }
  return bytes;
}

std::optional<SymbolTable> SymbolTable::parse(std::string_view bytes) {
  if (bytes.size() < kMaxSymbolBytes) return std::nullopt;
  std::vector<Symbol> symbols;
  size_t at = kMaxSymbolBytes;
  for (uint8_t length = 1; length <= kMaxSymbolBytes; ++length) {
    for (int left = static_cast<uint8_t>(bytes[length - size_t{1}]); left > 0; --left) {
      if (bytes.size() - at < length || symbols.size() == kMaxSymbols) return std::nullopt;
      Symbol symbol{.value = 0, .length = length};
      std::memcpy(&symbol.value, bytes.data() + at, length);
      // Codes are given by position, so the order must be the one that the constructor makes.
      if (!symbols.empty() && symbols.back().length == length &&
          symbols.back().value >= symbol.value) {
        return std::nullopt;
      }
      symbols.push_back(symbol);
      at += length;
    }
  }
  if (at != bytes.size()) return std::nullopt;
  return SymbolTable(std::move(symbols));
}

std::string SymbolTable::symbol(size_t code) const {
  std::string text(decoder_->lengths[code], '\0');
  std::memcpy(text.data(), &decoder_->values[code], text.size());
  return text;
}

void SymbolTable::encode(std::string_view text, std::string& out) const {
  const size_t before = out.size();
  out.resize(before + 2 * text.size());
  char* to = out.data() + before;
  std::call_once(encoder_->once, [&] {
    LongestSymbol& longest = encoder_->longest.emplace();
    for (size_t code = 0; code < size_; ++code) {
      longest.add(decoder_->values[code], decoder_->lengths[code], static_cast<uint16_t>(code));
    }
    longest.finish();
  });
  encoder_->longest->split(text, [&](uint16_t code, const char* at) {
    if (code < kEscape) {
      *to++ = static_cast<char>(code);
    } else {
      *to++ = static_cast<char>(kEscape);
      *to++ = *at;
    }
  });
  out.resize(static_cast<size_t>(to - out.data()));
}

bool SymbolTable::decode(std::string_view codes, std::string& out) const {
  out.resize(codes.size() * kMaxSymbolBytes);
  const auto* begin = reinterpret_cast<const uint8_t*>(codes.data());
  const char* end = decode(begin, begin + codes.size(), out.data());
  out.resize(end == nullptr ? 0 : static_cast<size_t>(end - out.data()));
  return end != nullptr;
}

SymbolTable::Order SymbolTable::compare(const uint8_t* begin, const uint8_t* end,
                                        std::string_view text, size_t& match) const {
  while (begin < end) {
    const uint8_t code = *begin++;
    uint64_t value = decoder_->values[code];
    size_t length = decoder_->lengths[code];
    if (length == 0) [[unlikely]] {
      if (code != kEscape || begin == end) return Order::kBroken;
      value = *begin++;
      length = 1;
    }
    uint64_t word = 0;
    std::memcpy(&word, text.data() + match, sizeof word);
    const uint64_t different = word ^ value;
    const size_t left = text.size() - match;
    const size_t same = different == 0 ? 8 : static_cast<size_t>(std::countr_zero(different)) / 8;
    if (same >= length && left >= length) {
      match += length;
      continue;
    }
    if (same >= left) {  // the text ends first
      match = text.size();
      return Order::kGreater;
    }
    match += same;
    const auto ours = static_cast<uint8_t>(value >> (8 * same));
    const auto theirs = static_cast<uint8_t>(word >> (8 * same));
    return ours < theirs ? Order::kLess : Order::kGreater;
  }
  return match == text.size() ? Order::kEqual : Order::kLess;
}

}  // namespace cocite::file
