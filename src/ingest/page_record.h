// What a fetched page says besides its links, as it waits on disk.
//
//   std::string bytes;  put_record(record, bytes);
//   PageRecord same;    take_record(bytes, same);     // views of `bytes`
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cocite::ingest {

using Anchors = std::vector<std::pair<uint32_t, std::string_view>>;  // target, text of the link

struct PageRecord {
  uint32_t date = 0;  // seconds since 1970; 0: not known
  std::string_view title;
  std::string_view text;
  std::string_view url;
  std::string_view language;
  std::string_view ip;
  Anchors anchors;
};

inline void put_u32(uint32_t value, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The end of a record, and as long whatever the targets are.
inline void put_anchors(const Anchors& anchors, std::string& bytes) {
  put_u32(static_cast<uint32_t>(anchors.size()), bytes);
  for (const auto& [target, anchor] : anchors) {
    put_u32(target, bytes);
    put_u32(static_cast<uint32_t>(anchor.size()), bytes);
    bytes += anchor;
  }
}

inline void put_record(const PageRecord& record, std::string& bytes) {
  put_u32(record.date, bytes);
  for (const auto text : {record.title, record.text, record.url, record.language, record.ip}) {
    put_u32(static_cast<uint32_t>(text.size()), bytes);
    bytes += text;
  }
  put_anchors(record.anchors, bytes);
}

// REQUIRES: what put_record() wrote.
inline void take_record(std::string_view bytes, PageRecord& record) {
  const auto take_u32 = [&] {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
  };
  const auto take_text = [&] {
    const uint32_t size = take_u32();
    const std::string_view text = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return text;
  };
  record.date = take_u32();
  for (auto* text : {&record.title, &record.text, &record.url, &record.language, &record.ip}) {
    *text = take_text();
  }
  record.anchors.resize(take_u32());
  for (auto& [target, anchor] : record.anchors) {
    target = take_u32();
    anchor = take_text();
  }
}

}  // namespace cocite::ingest
