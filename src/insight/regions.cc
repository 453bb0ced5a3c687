#include "insight/regions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace cocite::insight {
namespace {

constexpr std::string_view kAfrica = "Africa";
constexpr std::string_view kAmericas = "Americas";
constexpr std::string_view kAntarctica = "Antarctica";
constexpr std::string_view kAsia = "Asia";
constexpr std::string_view kEurope = "Europe";
constexpr std::string_view kOceania = "Oceania";

struct Country {
  std::string_view domain;
  uint16_t code;
  std::string_view name;
  std::string_view continent;
};
constexpr Country kCountries[] = {
#define COUNTRY(domain, code, name, continent) {domain, code, name, continent},
#include "insight/countries.def"
#undef COUNTRY
};

// Sold to everybody everywhere: those that Google treats as generic, and a few more of that kind.
constexpr std::string_view kGeneric[] = {"ac", "ad", "ag", "ai", "am", "as", "bz", "cc", "cd",
                                         "cf", "co", "cx", "dj", "fm", "ga", "gg", "gq", "im",
                                         "io", "la", "ly", "me", "ml", "ms", "nu", "pw", "sc",
                                         "sh", "sr", "st", "su", "tk", "to", "tv", "vc", "ws"};

// Domains that are no country code of ISO, and countries' domains in other scripts.
constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
    {"edu", "us"},
    {"gov", "us"},
    {"mil", "us"},
    {"gb", "uk"},
    {"xn--3e0b707e", "kr"},
    {"xn--45brj9c", "in"},
    {"xn--4dbrk0ce", "il"},
    {"xn--54b7fta0cc", "bd"},
    {"xn--80ao21a", "kz"},
    {"xn--90a3ac", "rs"},
    {"xn--90ae", "bg"},
    {"xn--90ais", "by"},
    {"xn--clchc0ea0b2g2a9gcd", "sg"},
    {"xn--d1alf", "mk"},
    {"xn--fiqs8s", "cn"},
    {"xn--fiqz9s", "cn"},
    {"xn--fpcrj9c3d", "in"},
    {"xn--fzc2c9e2c", "lk"},
    {"xn--gecrj9c", "in"},
    {"xn--h2brj9c", "in"},
    {"xn--j1amh", "ua"},
    {"xn--j6w193g", "hk"},
    {"xn--kprw13d", "tw"},
    {"xn--kpry57d", "tw"},
    {"xn--l1acc", "mn"},
    {"xn--lgbbat1ad8j", "dz"},
    {"xn--mgb9awbf", "om"},
    {"xn--mgba3a4f16a", "ir"},
    {"xn--mgbaam7a8h", "ae"},
    {"xn--mgbah1a3hjkrd", "mr"},
    {"xn--mgbai9azgqp6j", "pk"},
    {"xn--mgbayh7gpa", "jo"},
    {"xn--mgbbh1a71e", "in"},
    {"xn--mgbc0a9azcg", "ma"},
    {"xn--mgberp4a5d4ar", "sa"},
    {"xn--mgbpl2fh", "sd"},
    {"xn--mgbtx2b", "iq"},
    {"xn--mix891f", "mo"},
    {"xn--node", "ge"},
    {"xn--o3cw4h", "th"},
    {"xn--ogbpf8fl", "sy"},
    {"xn--p1ai", "ru"},
    {"xn--pgbs0dh", "tn"},
    {"xn--q7ce6a", "la"},
    {"xn--qxam", "gr"},
    {"xn--s9brj9c", "in"},
    {"xn--wgbh1c", "eg"},
    {"xn--wgbl6a", "qa"},
    {"xn--xkc2al3hye2a", "lk"},
    {"xn--xkc2dl3a5ee0h", "in"},
    {"xn--y9a3aq", "am"},
    {"xn--yfro4i67o", "sg"},
    {"xn--ygbi2ammx", "ps"}};

// "Bayern.DE" or ".bayern.de" -> "de,bayern"
std::string reversed(std::string_view suffix) {
  if (suffix.starts_with('.')) suffix.remove_prefix(1);
  std::string text;
  while (!suffix.empty()) {
    const size_t dot = suffix.rfind('.');
    const std::string_view label = dot == std::string_view::npos ? suffix : suffix.substr(dot + 1);
    text += (text.empty() ? "" : ",") + std::string(label);
    suffix = dot == std::string_view::npos ? std::string_view() : suffix.substr(0, dot);
  }
  std::ranges::transform(text, text.begin(), [](char c) { return to_lower(c); });
  return text;
}

}  // namespace

Regions::Regions() {
  nodes_.push_back({.name = "World"});
  for (const Country& country : kCountries) {
    const Node node = child(child(kWorld, country.continent), country.name);
    nodes_[node].code = country.code;
    domains_.emplace(country.domain, node);
  }
  for (const auto& [domain, country] : kOthers) {
    domains_.emplace(domain, domains_.find(country)->second);
  }
  domains_.emplace("eu", child(kWorld, kEurope));
  domains_.emplace("xn--e1a4c", child(kWorld, kEurope));
  for (const std::string_view domain : kGeneric)
    domains_.insert_or_assign(std::string(domain), kUnknown);
}

Regions::Node Regions::child(Node parent, std::string_view name) {
  for (const Node node : nodes_[parent].children) {
    if (nodes_[node].name == name) return node;
  }
  const Node made = static_cast<Node>(nodes_.size());
  nodes_.push_back(
      {.name = std::string(name), .parent = parent, .level = nodes_[parent].level + 1});
  nodes_[parent].children.push_back(made);
  return made;
}

Result<void> Regions::add_table(std::string_view text, const std::string& name) {
  // No table of regions is larger; one that is has the wrong file.
  constexpr size_t kMostNodes = 60000;
  uint64_t line_number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const size_t tab = line.find('\t');
    const auto wrong = [&](const std::string& what) {
      return fail(
          {.message = name + ":" + std::to_string(line_number) + ": " + what, .about = "regions"});
    };
    if (tab == std::string_view::npos || tab == 0 || tab + 1 == line.size()) {
      return wrong("a line is suffix<TAB>region/path, as in bayern.de<TAB>Europe/Germany/Bavaria");
    }
    std::string_view path = line.substr(tab + 1);
    Node node = kWorld;
    if (path == "-") {
      node = kUnknown;
      path = {};
    }
    while (!path.empty()) {
      const std::string_view part = path.substr(0, path.find('/'));
      if (part.empty()) return wrong("a region without a name in the path");
      path.remove_prefix(std::min(path.size(), part.size() + 1));
      node = child(node, part);
    }
    if (nodes_.size() > kMostNodes) return wrong("more than 60000 regions");
    suffixes_.insert_or_assign(reversed(line.substr(0, tab)), node);
  }
  return {};
}

Regions::Node Regions::of_host(std::string_view key_host) const {
  key_host = key_host.substr(0, key_host.find(':'));
  if (!suffixes_.empty()) {
    for (std::string_view part = key_host;;) {
      if (const auto found = suffixes_.find(part); found != suffixes_.end()) return found->second;
      const size_t comma = part.rfind(',');
      if (comma == std::string_view::npos) break;
      part = part.substr(0, comma);
    }
  }
  const auto found = domains_.find(key_host.substr(0, key_host.find(',')));
  return found == domains_.end() ? kUnknown : found->second;
}

std::string Regions::path(Node node) const {
  if (node == kWorld) return nodes_[kWorld].name;
  std::string text = nodes_[node].name;
  for (Node up = nodes_[node].parent; up != kWorld; up = nodes_[up].parent) {
    text = nodes_[up].name + "/" + text;
  }
  return text;
}

}  // namespace cocite::insight
