// What drawings say about nodes and edges beyond names, titles and degrees.
//
//   COCITE_TRY(NodeFacts facts, NodeFacts::of(store));
//   for (const NodeFacts::Fact& fact : facts.kinds()) declare(fact.name, fact.type);
//   COCITE_CHECK(facts.for_each(page.id, page.key, [&](size_t i, const std::string& text) { … }));
//
// One thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::exporter {

class NodeFacts {
 public:
  struct Fact {
    std::string name;
    std::string type;  // "string" or "double", as both formats call it
  };
  // Host, what others call pages without a title, date and saved columns (ranks), where the store
  // has them.
  [[nodiscard]] static Result<NodeFacts> of(const store::Store& store);

  [[nodiscard]] const std::vector<Fact>& kinds() const { return kinds_; }
  // `use` gets the place of the fact in kinds(), and its value, not yet fit for XML.
  [[nodiscard]] Result<void> for_each(
      PageId page, std::string_view key,
      const std::function<void(size_t fact, const std::string& value)>& use) const;

 private:
  explicit NodeFacts(const store::Store& store) : store_(&store) {}
  const store::Store* store_;
  std::vector<Fact> kinds_;
  std::vector<store::NumberColumn> columns_;  // the last of the kinds
};

}  // namespace cocite::exporter
