#include "store/facts.h"

#include <array>
#include <charconv>
#include <system_error>
#include <type_traits>
#include <variant>

namespace cocite::store {
namespace {

struct Field {
  std::string_view name;
  std::variant<uint64_t Facts::*, bool Facts::*, std::string Facts::*, Names Facts::*, On Facts::*,
               LinkOrder Facts::*>
      at;
};

constexpr std::array kFields = {Field{"pages", &Facts::pages},
                                Field{"links", &Facts::links},
                                Field{"hosts", &Facts::hosts},
                                Field{"sites", &Facts::sites},
                                Field{"same_host_links", &Facts::same_host_links},
                                Field{"crawled", &Facts::crawled},
                                Field{"aliases", &Facts::aliases},
                                Field{"childless", &Facts::childless},
                                Field{"max_in", &Facts::max_in},
                                Field{"max_out", &Facts::max_out},
                                Field{"link_order", &Facts::link_order},
                                Field{"order", &Facts::order},
                                Field{"names", &Facts::names},
                                Field{"fold_www", &Facts::fold_www},
                                Field{"fast", &Facts::fast},
                                Field{"index", &Facts::index},
                                Field{"stem", &Facts::stem},
                                Field{"given_texts", &Facts::given_texts},
                                Field{"created_by", &Facts::created_by},
                                Field{"on", &Facts::on},
                                Field{"made_from", &Facts::made_from}};

constexpr std::array kNames = {Names::kUrl, Names::kOpaque, Names::kNumbers};
constexpr std::array kNodes = {On::kPages, On::kHosts, On::kSites};
constexpr std::array kOrders = {LinkOrder::kAuto, LinkOrder::kPage, LinkOrder::kNone};

std::string to_word(uint64_t value) {
  return std::to_string(value);
}
std::string to_word(bool value) {
  return value ? "yes" : "no";
}
std::string to_word(const std::string& value) {
  return value;
}
std::string to_word(Names value) {
  return std::string(word_of(value));
}
std::string to_word(On value) {
  return std::string(word_of(value));
}
std::string to_word(LinkOrder value) {
  return std::string(word_of(value));
}

void from_word(std::string_view word, uint64_t& value) {
  uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && stop == end) value = number;
}
void from_word(std::string_view word, bool& value) {
  value = word == "yes";
}
void from_word(std::string_view word, std::string& value) {
  value.assign(word);
}
void from_word(std::string_view word, Names& value) {
  for (const Names names : kNames) {
    if (word == word_of(names)) value = names;
  }
}
void from_word(std::string_view word, On& value) {
  for (const On on : kNodes) {
    if (word == word_of(on)) value = on;
  }
}
void from_word(std::string_view word, LinkOrder& value) {
  for (const LinkOrder order : kOrders) {
    if (word == word_of(order)) value = order;
  }
}

// Only graphs of hosts and sites say what they are, and only stores made from others from which.
bool is_told(const Field& field, const Facts& facts) {
  if (field.name == "on") return facts.on != On::kPages;
  if (field.name == "made_from") return facts.on != On::kPages || facts.made_from != 0;
  return true;
}

}  // namespace

std::string_view word_of(Names names) {
  return names == Names::kUrl ? "url" : names == Names::kOpaque ? "opaque" : "numbers";
}

std::string_view word_of(On on) {
  return on == On::kHosts ? "hosts" : on == On::kSites ? "sites" : "pages";
}

std::string_view word_of(LinkOrder order) {
  return order == LinkOrder::kPage ? "page" : order == LinkOrder::kNone ? "none" : "auto";
}

void for_each_fact(const Facts& facts,
                   const std::function<void(std::string_view name, const std::string& word)>& use) {
  for (const Field& field : kFields) {
    if (!is_told(field, facts)) continue;
    std::visit([&](const auto at) { use(field.name, to_word(facts.*at)); }, field.at);
  }
  for (const auto& [name, word] : facts.others) use(name, word);
}

void read_fact(std::string_view name, std::string_view word, Facts& facts) {
  for (const Field& field : kFields) {
    if (field.name != name) continue;
    std::visit([&](const auto at) { from_word(word, facts.*at); }, field.at);
    return;
  }
  facts.others.emplace_back(name, word);
}

}  // namespace cocite::store
