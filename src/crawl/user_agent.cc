#include "crawl/user_agent.h"

#include "base/ascii.h"

namespace cocite::crawl {

std::string user_agent(const std::string& contact, const std::string& given) {
  std::string name = given.empty() ? "Cocite/" COCITE_VERSION : given;
  if (!contact.empty() && name.find(contact) == std::string::npos) name += " (+" + contact + ")";
  return name;
}

std::string product_of(std::string_view user_agent) {
  constexpr std::string_view kCompatible = "compatible;";
  if (const size_t at = user_agent.find(kCompatible); at != std::string_view::npos) {
    user_agent.remove_prefix(at + kCompatible.size());
  }
  user_agent = trim(user_agent);
  size_t end = 0;
  // RFC 9309: what a product is written with.
  while (end < user_agent.size() &&
         (is_letter(user_agent[end]) || user_agent[end] == '-' || user_agent[end] == '_')) {
    ++end;
  }
  return end == 0 ? "cocite" : std::string(user_agent.substr(0, end));
}

}  // namespace cocite::crawl
