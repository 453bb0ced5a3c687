// Which links stand on most pages of a host? They are its menu, and as reasons they tell least.
//
//   COCITE_TRY(const std::vector<PageId> menu, menu_of(store, host));       // rising
//   COCITE_TRY(const Menus menus, Menus::find(store, goes_on));             // of all hosts, once
//   menus.has(host, target)
//
// A target is in the menu where more than half of the host's pages with links have it; of a large
// host, of a sample evenly over its pages. A host of fewer than five such pages has none. So is one
// that stands in the same run of links: menus open, and show a few more links on some pages.
//
//   most pages     home products news contact
//   others         home products lamps chairs news contact
//
// Products and news are next to each other on more than half of the pages; elsewhere, at most
// eight links are between them, on at least three pages, and on more than half of the pages that
// have them at all. Needs to know the order of links. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/notes.h"
#include "store/store.h"

namespace cocite::related {

[[nodiscard]] Result<std::vector<PageId>> menu_of(const store::Store& store, HostId host);

class Menus {
 public:
  // A link of a menu: from any page of the host. As it stands in notes.
  struct Link {
    uint32_t host = 0;
    uint32_t target = 0;
    friend auto operator<=>(const Link&, const Link&) = default;
  };

  // The name under which they are saved, and what makes them current.
  static constexpr std::string_view kNotes = "menus";
  static constexpr std::string_view kAbout = "menus, 2";

  // Reads at most 48 lists of each host; memory: eight bytes a link of a menu. `goes_on` gets the
  // hosts done and hosts in all; false: kCancelled.
  [[nodiscard]] static Result<Menus> find(
      const store::Store& store,
      const std::function<bool(uint64_t done, uint64_t total)>& goes_on = {});
  // Rising. `owner` keeps them, where they are part of a file.
  explicit Menus(std::vector<Link> links) : own_(std::move(links)), links_(own_) {}
  Menus(std::span<const Link> links, std::shared_ptr<const store::Notes> owner)
      : owner_(std::move(owner)), links_(links) {}

  Menus(Menus&&) noexcept = default;
  Menus& operator=(Menus&&) noexcept = default;
  Menus(const Menus&) = delete;
  Menus& operator=(const Menus&) = delete;

  // From the store; null if it has none.
  [[nodiscard]] static std::shared_ptr<const Menus> saved(const store::Store& store);

  [[nodiscard]] bool has(HostId host, PageId target) const;
  [[nodiscard]] std::span<const Link> links() const { return links_; }

 private:
  std::shared_ptr<const store::Notes> owner_;
  std::vector<Link> own_;
  std::span<const Link> links_;
};

}  // namespace cocite::related
