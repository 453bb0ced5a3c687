// What all pieces of a source say together, in words that a test can compare.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "read/source.h"

namespace cocite::read::testing {

struct Told {
  std::vector<std::string> links;     // "key>key(anchor)"
  std::vector<std::string> pages;     // "key@date title|text"
  std::vector<std::string> aliases;   // "key=key@date"
  std::vector<std::string> statuses;  // "key status"
  std::vector<std::string> ips;       // of pages
  std::map<std::string, uint64_t> records;
  std::map<SkipReason, uint64_t> skipped;
  std::vector<std::string> samples;
  size_t pieces = 0;
  uint64_t bytes = 0;
};

inline Told tell(const Result<std::unique_ptr<Source>>& source) {
  Told told;
  EXPECT_TRUE(source) << source.error().message;
  if (!source) return told;
  LinkBlock block;
  for (;;) {
    auto piece = (*source)->next();
    EXPECT_TRUE(piece) << piece.error().message;
    if (!piece || *piece == nullptr) return told;
    ++told.pieces;
    block.clear();
    (*piece)->parse(block);
    const auto key = [&](uint32_t page) { return std::string(block.key(block.names()[page])); };
    for (const auto& one : block.statuses()) {
      told.statuses.push_back(std::string(block.text(one.key)) + " " + std::to_string(one.status));
    }
    for (size_t i = 0; i < block.links().size(); ++i) {
      const auto& link = block.links()[i];
      if (link.target == LinkBlock::kNoTarget) continue;
      told.links.push_back(
          key(link.source) + ">" + key(link.target) + "(" +
          (block.anchors().empty() ? std::string() : std::string(block.text(block.anchors()[i]))) +
          ")");
    }
    for (const auto& fetch : block.fetches()) {
      told.ips.emplace_back(block.text(fetch.ip));
      told.pages.push_back(key(fetch.page) + "@" + std::to_string(fetch.date) + " " +
                           std::string(block.text(fetch.title)) + "|" +
                           std::string(block.text(fetch.text)));
    }
    for (const auto& alias : block.aliases()) {
      told.aliases.push_back(key(alias.from) + "=" + key(alias.to) + "@" +
                             std::to_string(alias.date));
    }
    for (const auto& [type, count] : block.records()) told.records[type] += count;
    for (size_t i = 0; i < kSkipReasons; ++i) {
      if (block.skipped()[i] > 0) told.skipped[static_cast<SkipReason>(i)] += block.skipped()[i];
    }
    for (const auto& sample : block.samples()) told.samples.push_back(sample.text);
    told.bytes += block.bytes;
  }
}

}  // namespace cocite::read::testing
