#include "engine/facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/host_graph.h"

namespace cocite::engine {
namespace {

// Facts that import writes down, in the order in which people ask for them. Others that a manifest
// may hold follow behind.
constexpr std::array kCounts = {"pages",   "links",     "hosts",  "sites",  "same_host_links",
                                "crawled", "childless", "max_in", "max_out"};
constexpr std::array kWords = {"on", "link_order", "names", "fold_www", "fast"};

bool is_known(std::string_view name) {
  return std::ranges::find(kCounts, name) != kCounts.end() ||
         std::ranges::find(kWords, name) != kWords.end();
}

std::optional<uint64_t> to_number(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

uint64_t bytes_of(const store::Store& store) {
  std::error_code error;
  uint64_t bytes = std::filesystem::file_size(store.path() + "/manifest", error);
  if (error) bytes = 0;  // it was there when the store was opened, and is small
  for (const store::FileEntry& file : store.manifest().files) bytes += file.size_bytes;
  return bytes;
}

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<InfoItem> facts_of(const store::Store& store) {
  const store::Manifest& manifest = store.manifest();
  const uint64_t links = store.links();
  std::vector<InfoItem> items;

  for (const char* name : kCounts) {
    if (!manifest.fact(name)) continue;
    items.push_back({name, manifest.number(name)});
    if (std::string_view(name) == "same_host_links") {
      items.push_back({"same_host_share", share(manifest.number(name), links)});
    }
  }
  for (const char* name : kWords) {
    if (auto word = manifest.fact(name)) items.push_back({name, *std::move(word)});
  }

  const graph::PackedSize out = store.out().size();
  const graph::PackedSize in = store.in().size();
  const uint64_t bits = out.stream_bits + out.index_bits + in.stream_bits + in.index_bits;
  items.push_back({"bits_per_link", share(bits, links)});
  items.push_back({"out_stream_bits_per_link", share(out.stream_bits, links)});
  items.push_back({"out_index_bits_per_link", share(out.index_bits, links)});
  items.push_back({"in_stream_bits_per_link", share(in.stream_bits, links)});
  items.push_back({"in_index_bits_per_link", share(in.index_bits, links)});

  for (const On on : {On::kHosts, On::kSites}) {
    const auto inner = find_host_graph(store, on);
    if (!inner) continue;  // made when it is asked for
    const std::string name = on == On::kHosts ? "host_graph" : "site_graph";
    items.push_back({name + "_links", inner->links()});
    items.push_back({name + "_bytes", bytes_of(*inner)});
  }

  items.push_back({"bytes", bytes_of(store)});
  for (const store::FileEntry& file : manifest.files) {
    items.push_back({"bytes_of_" + file.name, file.size_bytes});
  }

  std::string columns;
  const auto column = [&](bool has, std::string_view name) {
    if (has) columns += (columns.empty() ? "" : " ") + std::string(name);
  };
  column(store.has_titles(), "title");
  column(store.said().has_texts(), "text");
  column(store.said().has_urls(), "url");
  column(store.said().has_languages(), "language");
  column(store.said().has_dates(), "date");
  column(store.said().has_anchors(), "anchor");
  for (const std::string& name : store.column_names()) {
    columns += (columns.empty() ? "" : " ") + name;
  }
  items.push_back({"columns", columns.empty() ? std::string("none") : columns});
  for (const std::string& name : store.column_names()) {
    const Result<std::string> about = store.about_column(name);
    items.push_back({"about_" + name, about ? *about : about.error().message});
  }

  for (const auto& [name, value] : manifest.facts) {
    if (is_known(name)) continue;
    if (const auto number = to_number(value)) {
      items.push_back({name, *number});
    } else {
      items.push_back({name, value});
    }
  }
  return items;
}

}  // namespace cocite::engine
