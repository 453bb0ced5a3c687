#include "answer/evidence.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "answer/present.h"
#include "base/ascii.h"
#include "base/function_words.h"
#include "related/page_map.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::answer {
namespace {

using related::PageMap;

// http://www.example.com/a -> www.example.com/a.
Result<std::string> name_of(const store::Store& store, PageId page) {
  COCITE_TRY(LinkItem item, present_link(store, 0, page));
  return readable(item.url.empty() ? item.key : item.url);
}

Result<std::string> name_and_title(const store::Store& store, PageId page) {
  COCITE_TRY(LinkItem item, present_link(store, 0, page));
  std::string text = readable(item.url.empty() ? item.key : item.url);
  if (!item.title.empty()) text += " \"" + readable(item.title) + "\"";
  if (!item.called.empty()) text += " (called \"" + readable(item.called) + "\")";
  return text;
}

std::string quoted(const std::string& text) {
  return '"' + readable(text) + '"';
}

// ", as "EFF" and "ACLU"": what stands in the two links of a page, the query page's first.
Result<std::string> anchors(const store::Store& store, PageId from, PageId page, PageId answer) {
  if (!store.text_columns().has_anchors()) return std::string();
  COCITE_TRY(const std::string here, anchor_of(store, from, page));
  COCITE_TRY(const std::string there, anchor_of(store, from, answer));
  if (here.empty() || there.empty()) return std::string();
  return ", as " + quoted(here) + " and " + quoted(there);
}

Result<uint64_t> sites_of(const store::Store& store, std::span<const CommonParent> parents) {
  const url::SiteList list;
  std::set<HostId> hosts;
  std::set<std::string> sites;
  for (const CommonParent& parent : parents) {
    COCITE_TRY(const HostId host, store.host_of(parent.page));
    if (!hosts.insert(host).second) continue;
    COCITE_TRY(const std::string key, store.key(parent.page));
    sites.insert(list.site_of_host(url::host_of_key(key)));
  }
  return sites.size();
}

struct Sentence {
  std::string text;
  double weight = 0;  // what reasons of this kind add
  int place = 0;      // between equal ones
  bool is_menu = false;
};

// The words for a query page where there are several; else "both" and "here" do.
struct Words {
  bool is_alone = true;
  std::string name = {};
};

// What the method's own reasons add, by their kind.
struct Amounts {
  explicit Amounts(const related::Explanation& why) {
    for (const related::Reason& reason : why.reasons) {
      if (reason.kind == "parent" || reason.kind == "hub") parents[reason.page] += reason.amount;
      if (reason.kind == "child") children[reason.page] += reason.amount;
      if (reason.kind == "link") link += reason.amount;
    }
  }
  static double of(const PageMap<double>& amounts, PageId page) {
    const double* const amount = amounts.find(page);
    return amount == nullptr ? 0 : *amount;
  }
  PageMap<double> parents;
  PageMap<double> children;
  double link = 0;
};

class SentenceBuilder {
 public:
  SentenceBuilder(const store::Store& store, PageId page, PageId answer, Words words,
                  const Amounts& amounts, MenuLinks& menus)
      : store_(&store),
        page_(page),
        answer_(answer),
        words_(std::move(words)),
        amounts_(&amounts),
        menus_(&menus) {}

  Result<void> about_parents(const Evidence& evidence, std::vector<Sentence>& all) {
    if (evidence.parents.empty()) return {};
    const uint64_t count = evidence.parents.size();
    // The strongest: no menu, then what it adds, then how near, then how few links it has.
    const CommonParent* best = nullptr;
    bool best_is_menu = true;
    double sum = 0;
    for (const CommonParent& parent : evidence.parents) sum += amount_of(parent);
    std::vector<const CommonParent*> order;
    for (const CommonParent& parent : evidence.parents) order.push_back(&parent);
    std::ranges::stable_sort(order, [&](const CommonParent* a, const CommonParent* b) {
      const double one = amount_of(*a);
      const double other = amount_of(*b);
      if (one != other) return one > other;
      if (a->distance != b->distance) return a->distance < b->distance;
      return a->links < b->links;
    });
    constexpr size_t kHosts = 8;  // with it in their menu, before it counts for all hosts
    std::set<HostId> hosts;
    for (size_t i = 0; i < order.size() && best_is_menu && hosts.size() < kHosts; ++i) {
      COCITE_TRY(const HostId host, store_->host_of(order[i]->page));
      if (!hosts.insert(host).second) continue;
      COCITE_TRY(best_is_menu, menus_->has(order[i]->page, answer_));
      if (!best_is_menu) best = order[i];
    }
    if (best == nullptr) best = order[0];
    COCITE_TRY(const std::string strongest, name_and_title(*store_, best->page));
    COCITE_TRY(const std::string said, anchors(*store_, best->page, page_, answer_));
    const uint64_t near = static_cast<uint64_t>(std::ranges::count(
        evidence.parents, uint64_t{1}, [](const CommonParent& one) { return one.distance; }));
    const std::string both = words_.is_alone ? "both" : "it and to " + words_.name;
    std::string text;
    if (count == 1 && !evidence.are_sampled) {
      text = strongest + " links to " + both + (near == 1 ? ", side by side" : "") + said;
    } else {
      text = (evidence.are_sampled ? "at least " : "") + std::to_string(count) +
             (count == 1 ? " page" : " pages");
      if (store_->names() == store::Names::kUrl) {
        COCITE_TRY(const uint64_t sites, sites_of(*store_, evidence.parents));
        if (count > 1)
          text += sites == 1 ? " of one site" : " of " + std::to_string(sites) + " sites";
      }
      text += (count == 1 ? " links to " : " link to ") + both;
      if (near == count) {
        text += count == 1 ? ", side by side" : ", all of them side by side";
      } else if (near > 0) {
        text += ", " + (near == 1 ? std::string("one") : std::to_string(near)) +
                " of them side by side";
      }
      text += "; the strongest: " + strongest + said;
    }
    if (best_is_menu) text += " (in its menu)";
    all.push_back({std::move(text), sum, 0, best_is_menu});
    return {};
  }

  Result<void> about_children(const Evidence& evidence, std::vector<Sentence>& all) {
    if (evidence.children.empty()) return {};
    const uint64_t count = evidence.children.size();
    double sum = 0;
    for (const PageId child : evidence.children) sum += Amounts::of(amounts_->children, child);
    // Examples: what is in the answer's menu says little.
    std::vector<PageId> examples;
    constexpr size_t kExamples = 2;
    constexpr size_t kLooks = 8;
    for (size_t i = 0; i < std::min(kLooks, evidence.children.size()); ++i) {
      COCITE_TRY(const bool is_menu, menus_->has(answer_, evidence.children[i]));
      if (!is_menu && examples.size() < kExamples) examples.push_back(evidence.children[i]);
    }
    const bool is_menu = examples.empty();
    if (is_menu) examples.push_back(evidence.children[0]);
    const std::string both = words_.is_alone ? "both" : "it and " + words_.name;
    COCITE_TRY(std::string names, name_and_title(*store_, examples[0]));
    std::string text;
    if (count == 1) {
      text = both + " link to " + names;
    } else {
      if (examples.size() > 1) {
        COCITE_TRY(const std::string second, name_and_title(*store_, examples[1]));
        names += (count == 2 ? " and " : ", ") + second;
      }
      text = both + " link to " + std::to_string(count) + " of the same pages" +
             (count == examples.size() ? ": " : ", such as ") + names;
    }
    if (is_menu) text += " (in its menu)";
    all.push_back({std::move(text), sum, 2, is_menu});
    return {};
  }

  Result<void> about_links(const Evidence& evidence, std::vector<Sentence>& all) {
    const double sum = amounts_->link;
    if (evidence.links_here) {
      COCITE_TRY(const bool is_menu, menus_->has(answer_, page_));
      all.push_back({"it links " + (words_.is_alone ? std::string("here") : "to " + words_.name) +
                         said(answer_, page_),
                     sum, 1, is_menu});
    }
    if (evidence.is_linked) {
      COCITE_TRY(const bool is_menu, menus_->has(page_, answer_));
      all.push_back({(words_.is_alone ? std::string("here") : words_.name) + " links to it" +
                         said(page_, answer_),
                     sum, 1, is_menu});
    }
    return {};
  }

 private:
  [[nodiscard]] std::string said(PageId from, PageId to) const {
    if (!store_->text_columns().has_anchors()) return "";
    const Result<std::string> anchor = anchor_of(*store_, from, to);
    return anchor && !anchor->empty() ? ", as " + quoted(*anchor) : "";
  }
  [[nodiscard]] double amount_of(const CommonParent& parent) const {
    return Amounts::of(amounts_->parents, parent.page);
  }

  const store::Store* store_;
  PageId page_;
  PageId answer_;
  Words words_;
  const Amounts* amounts_;
  MenuLinks* menus_;
};

std::string lower(std::string word) {
  for (char& c : word) c = to_lower(c);
  return word;
}

// The words that both have; those that say nothing only if there are no others.
void add_words(const related::Explanation& why, std::vector<Sentence>& all) {
  constexpr size_t kShown = 5;
  std::vector<std::string> words;
  double sum = 0;
  for (const related::Reason& reason : why.reasons) {
    if (reason.word.empty()) continue;
    sum += reason.amount;
    if (std::ranges::find(words, reason.word) == words.end()) words.push_back(reason.word);
  }
  if (words.empty()) return;
  const auto says = [](const std::string& word) { return !is_function_word(lower(word)); };
  if (std::ranges::any_of(words, says)) std::erase_if(words, std::not_fn(says));
  std::string text = "both have the word" + std::string(words.size() > 1 ? "s " : " ");
  for (size_t i = 0; i < std::min(kShown, words.size()); ++i) {
    text += (i == 0 ? "" : ", ") + readable(words[i]);
  }
  if (words.size() > kShown) text += " and " + std::to_string(words.size() - kShown) + " more";
  all.push_back({std::move(text), sum, 2, false});
}

// How often people went there.
void add_visits(const related::Explanation& why, bool is_alone, std::vector<Sentence>& all) {
  uint64_t to = 0;
  uint64_t from = 0;
  double sum = 0;
  for (const related::Reason& reason : why.reasons) {
    if (reason.kind != "visits") continue;
    to += reason.clicks_to;
    from += reason.clicks_from;
    sum += reason.amount;
  }
  if (to + from == 0) return;
  const auto times = [](uint64_t count) {
    return count == 1 ? std::string("once") : std::to_string(count) + " times";
  };
  const std::string here = is_alone ? "here" : "these pages";
  std::string text =
      to > 0 ? "people went from " + here + " to it " + times(to)
             : "people came from it " + (is_alone ? here : "to " + here) + " " + times(from);
  if (to > 0 && from > 0) text += ", and back " + times(from);
  all.push_back({std::move(text), sum, 2, false});
}

// Where the two pages share nothing that is near: what the method itself found.
Result<void> add_farther(const store::Store& store, PageId answer, const related::Explanation& why,
                         std::vector<Sentence>& all) {
  for (const std::string_view kind : {"hub", "parent", "child"}) {
    std::vector<PageId> found;
    for (const related::Reason& reason : why.reasons) {
      if (reason.kind == kind && reason.page != answer) found.push_back(reason.page);
    }
    if (found.empty()) continue;
    COCITE_TRY(const std::string name, name_and_title(store, found[0]));
    std::string text;
    if (kind == "child") {
      text = "it links to " + name;
      if (found.size() > 1)
        text += " and " + std::to_string(found.size() - 1) + " more pages nearby";
    } else {
      text = name + (found.size() == 1 ? " links to it" : "");
      if (found.size() > 1) {
        text +=
            " and " + std::to_string(found.size() - 1) +
            (found.size() == 2 ? " more page nearby link to it" : " more pages nearby link to it");
      }
    }
    all.push_back({std::move(text), 0, 3, false});
  }
  return {};
}

}  // namespace

MenuLinks::MenuLinks(const related::Web& web) : store_(&web.store()) {
  using Saved = std::shared_ptr<const related::Menus>;
  const auto found = web.keep<Saved>("menus", [](const related::Web& own) -> Result<Saved> {
    return related::Menus::saved(own.store());
  });
  if (found) saved_ = **found;
}

Result<bool> MenuLinks::has(PageId from, PageId to) {
  if (store_->names() != store::Names::kUrl) return false;  // every page is its own host
  COCITE_TRY(const HostId host, store_->host_of(from));
  if (saved_) return saved_->has(host, to);
  auto known = menus_.find(host);
  if (known == menus_.end()) {
    COCITE_TRY(std::vector<PageId> menu, related::menu_of(*store_, host));
    known = menus_.emplace(host, std::move(menu)).first;
  }
  return std::ranges::binary_search(known->second, to);
}

Result<std::vector<std::string>> sentences(const store::Store& store, std::span<const PageId> pages,
                                           PageId answer, std::span<const Evidence> evidence,
                                           const related::Explanation& why, MenuLinks& menus) {
  std::vector<Sentence> all;
  const Amounts amounts(why);
  for (size_t which = 0; which < pages.size(); ++which) {
    Words words{.is_alone = pages.size() == 1};
    if (!words.is_alone) {
      COCITE_TRY(words.name, name_of(store, pages[which]));
    }
    SentenceBuilder sentences(store, pages[which], answer, std::move(words), amounts, menus);
    COCITE_CHECK(sentences.about_parents(evidence[which], all));
    COCITE_CHECK(sentences.about_links(evidence[which], all));
    COCITE_CHECK(sentences.about_children(evidence[which], all));
  }
  add_words(why, all);
  add_visits(why, pages.size() == 1, all);
  if (all.empty()) COCITE_CHECK(add_farther(store, answer, why, all));
  std::ranges::stable_sort(all, [](const Sentence& a, const Sentence& b) {
    if (a.is_menu != b.is_menu) return b.is_menu;
    return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
  });
  std::vector<std::string> texts;
  for (Sentence& sentence : all) texts.push_back(std::move(sentence.text));
  return texts;
}

}  // namespace cocite::answer
