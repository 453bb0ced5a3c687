#include "fetch/user_agent.h"

namespace cocite::fetch {

std::string user_agent(const std::string& contact) {
  std::string name = "Cocite/" COCITE_VERSION;
  if (!contact.empty()) name += " (+" + contact + ")";
  return name;
}

}  // namespace cocite::fetch
