#include "static_site/rules.h"

#include <fstream>
#include <sstream>

#include "answer/resolve.h"

namespace cocite::static_site {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

}  // namespace

Result<Rules> Rules::read(const std::string& file, const store::Store& store, const OwnPages& own) {
  Rules rules;
  if (file.empty()) return rules;
  std::ifstream in(file);
  if (!in) return fail({.code = ErrorCode::kNotFound, .message = file + ": cannot be read"});
  size_t number = 0;
  const auto wrong = [&](const std::string& what) {
    return fail(
        {.message = file + ", line " + std::to_string(number) + ": " + what, .about = "rules"});
  };
  const auto page_of = [&](const std::string& text) -> Result<uint32_t> {
    const Result<PageId> page = answer::resolve(store, text);
    if (!page) return wrong(page.error().message);
    if (own.number(*page) == OwnPages::kNone) return wrong("'" + text + "' is not on this site");
    return own.number(*page);
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> fields = fields_of(line);
    const std::string& kind = fields[0];
    if (kind == "hide" && fields.size() == 2) {
      COCITE_TRY(const uint32_t page, page_of(fields[1]));
      rules.hidden_.insert(page);
      continue;
    }
    const bool is_pin = kind == "pin" && (fields.size() == 3 || fields.size() == 4);
    if (!is_pin && !(kind == "block" && fields.size() == 3)) {
      return wrong(
          "not 'pin<TAB>PAGE<TAB>OTHER', 'block<TAB>PAGE<TAB>OTHER' or 'hide<TAB>PAGE'; PAGE may "
          "be * for all pages");
    }
    uint32_t page = OwnPages::kNone;
    if (fields[1] != "*") {
      COCITE_TRY(page, page_of(fields[1]));
    }
    COCITE_TRY(const uint32_t other, page_of(fields[2]));
    if (is_pin) {
      rules.pins_[page].push_back({other, fields.size() == 4 ? fields[3] : ""});
    } else {
      rules.blocks_.emplace(page, other);
    }
  }
  return rules;
}

std::vector<Pin> Rules::pins(uint32_t page) const {
  std::vector<Pin> pins;
  for (const uint32_t of : {page, OwnPages::kNone}) {
    const auto found = pins_.find(of);
    if (found == pins_.end()) continue;
    for (const Pin& pin : found->second) {
      if (pin.page != page) pins.push_back(pin);
    }
  }
  return pins;
}

bool Rules::blocks(uint32_t page, uint32_t other) const {
  return hides(other) || blocks_.contains({page, other}) ||
         blocks_.contains({OwnPages::kNone, other});
}

}  // namespace cocite::static_site
