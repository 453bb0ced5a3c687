// Answers about related pages.
#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;

// Pages of every kind of answer begin with the same four fields.
template <class Page>
void put_page(AnswerWriter& json, const Page& page) {
  json.field("key", page.key).field("url", page.url).field("title", page.title);
  json.field("called", page.called);
}

// Only where there are any.
void put_copies(AnswerWriter& json, const std::vector<CopyItem>& copies) {
  if (copies.empty()) return;
  json.key("copies").begin('[');
  for (const CopyItem& copy : copies) {
    json.begin('{');
    put_page(json, copy);
    json.end('}');
  }
  json.end(']');
}

void put_asked(AnswerWriter& json, const RelatedAnswer::Page& page) {
  json.begin('{').field("asked", page.asked);
  put_page(json, page);
  put_copies(json, page.copies);
  json.end('}');
}

void put_asked(AnswerWriter& json, const std::vector<RelatedAnswer::Page>& pages) {
  json.key("pages").begin('[');
  for (const RelatedAnswer::Page& page : pages) put_asked(json, page);
  json.end(']');
}

void put_hosts(AnswerWriter& json, bool hosts_on) {
  json.field("hosts", hosts_on ? "on" : "off");
}

void put_reasons(AnswerWriter& json, const std::vector<ReasonItem>& reasons, bool in_lines) {
  json.key("reasons").begin('[');
  for (const ReasonItem& reason : reasons) {
    if (in_lines) json.line();
    json.begin('{').field("kind", reason.kind).field("amount", reason.amount);
    put_page(json, reason);
    json.field("distance", reason.distance);
    if (!reason.word.empty()) json.field("word", reason.word);
    if (reason.clicks_to + reason.clicks_from > 0) {
      json.field("clicks_to", reason.clicks_to).field("clicks_from", reason.clicks_from);
    }
    if (!reason.anchor.empty()) json.field("anchor", reason.anchor);
    if (!reason.page_anchor.empty()) json.field("page_anchor", reason.page_anchor);
    if (!reason.about.empty()) json.field("about", reason.about);
    json.end('}');
  }
  if (in_lines) json.line();
  json.end(']');
}

void put_texts(AnswerWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).begin('[');
  for (const std::string& text : texts) json.value(std::string_view(text));
  json.end(']');
}

void put_item(AnswerWriter& json, const RelatedItem& item) {
  json.begin('{').field("rank", item.rank).field("score", item.score);
  put_page(json, item);
  if (!item.gone.empty()) json.field("gone", item.gone);
  if (item.flagged) json.field("flagged", true);
  if (item.unjudged) json.field("unjudged", true);
  put_copies(json, item.copies);
  if (!item.mirrors.empty()) put_texts(json, "mirrors", item.mirrors);
  if (!item.why.empty()) put_texts(json, "why", item.why);
  if (!item.reasons.empty()) put_reasons(json, item.reasons, false);
  json.end('}');
}

void put_items(AnswerWriter& json, const std::vector<RelatedItem>& items) {
  json.key("items").begin('[');
  for (const RelatedItem& item : items) put_item(json.line(), item);
  json.line().end(']');
}

void put_site(AnswerWriter& json, const SimilarSite& site) {
  json.begin('{').field("rank", site.rank).field("score", site.score).field("site", site.site);
  put_page(json, site);
  json.field("pages", site.pages).field("linked_from", site.linked_from);
  if (!site.gone.empty()) json.field("gone", site.gone);
  if (site.flagged) json.field("flagged", true);
  put_copies(json, site.copies);
  put_texts(json, "why", site.why);
  json.key("reasons").begin('[');
  for (const SiteReason& reason : site.reasons) {
    json.begin('{').field("kind", reason.kind).field("sites", reason.sites);
    json.field("site", reason.site).field("pages", reason.pages);
    json.field("other_pages", reason.other_pages).field("page", reason.page);
    json.field("links_to", reason.links_to).field("page_too", reason.page_too);
    json.field("links_to_too", reason.links_to_too).end('}');
  }
  json.end(']').end('}');
}

}  // namespace

void put(AnswerWriter& json, const RelatedAnswer& answer) {
  json.begin('{').field("by", answer.by);
  put_asked(json, answer.pages);
  put_texts(json, "with", answer.with);
  if (!answer.tuned.empty()) json.field("tuned", answer.tuned);
  put_hosts(json, answer.hosts_on);
  json.field("only", answer.only_crawled ? "crawled" : "any");
  json.field("complete", answer.is_complete);
  put_texts(json, "notes", answer.notes);
  put_items(json, answer.items);
  json.end('}');
}

void put(AnswerWriter& json, const ExplainAnswer& answer) {
  json.begin('{').field("by", answer.by).key("page");
  put_asked(json, answer.page);
  json.key("answer");
  put_asked(json, answer.answer);
  json.field("score", answer.score);
  put_texts(json, "with", answer.with);
  if (!answer.tuned.empty()) json.field("tuned", answer.tuned);
  put_texts(json, "why", answer.why);
  put_reasons(json, answer.reasons, true);
  json.end('}');
}

void put(AnswerWriter& json, const CompareAnswer& answer) {
  json.begin('{');
  put_asked(json, answer.pages);
  put_hosts(json, answer.hosts_on);
  json.key("methods").begin('[');
  for (const CompareAnswer::Method& method : answer.methods) {
    json.line().begin('{').field("by", method.by).field("ms", method.ms);
    json.field("complete", method.is_complete).field("why_none", method.error);
    put_texts(json, "with", method.with);
    if (!method.tuned.empty()) json.field("tuned", method.tuned);
    put_items(json, method.items);
    json.end('}');
  }
  json.line().end(']').key("pairs").begin('[');
  for (const CompareAnswer::Pair& pair : answer.pairs) {
    json.line().begin('{').field("one", pair.one).field("other", pair.other);
    json.field("shared", pair.shared).field("overlap", pair.overlap).field("tau", pair.tau);
    json.end('}');
  }
  json.line().end(']').key("agreed").begin('[');
  for (const CompareAnswer::Agreed& agreed : answer.agreed) {
    json.line().begin('{').field("mean_rank", agreed.mean_rank);
    put_page(json, agreed.item);
    put_texts(json, "by", agreed.methods);
    json.end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const TraceAnswer& answer) {
  json.begin('{');
  put_asked(json, answer.pages);
  json.key("steps").begin('[');
  for (const TraceStep& step : answer.steps) {
    json.line().begin('{').field("step", step.step).field("discovered", step.discovered);
    json.field("new", step.fresh).field("kept", step.kept).field("total", step.total).end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const VicinityAnswer& answer) {
  json.begin('{');
  put_asked(json, answer.pages);
  json.key("nodes").begin('[');
  for (size_t i = 0; i < answer.nodes.size(); ++i) {
    const VicinityAnswer::Node& node = answer.nodes[i];
    json.line().begin('{').field("id", i);
    put_page(json, node);
    json.field("shown_as", node.shown_as).end('}');
  }
  json.line().end(']').key("edges").begin('[');
  for (const auto& [from, to] : answer.edges) {
    json.line().begin('[').value(from).value(to).end(']');
  }
  json.line().end(']').field("merged", answer.merged);
  put_hosts(json, answer.hosts_on);
  json.end('}');
}

void put(AnswerWriter& json, const LliAnswer& answer) {
  json.begin('{').key("page");
  put_asked(json, answer.page);
  put_hosts(json, answer.hosts_on);
  json.key("items").begin('[');
  for (const LliAnswer::Item& item : answer.items) {
    json.line().begin('{').field("side", item.side).field("similarity", item.similarity);
    json.field("count", item.count).field("bcp", item.bcp).field("dd", item.dd);
    put_page(json, item);
    json.end('}');
  }
  json.line().end(']').key("neighbours").begin('[');
  for (const LliAnswer::Neighbour& neighbour : answer.neighbours) {
    json.line().begin('{').field("side", neighbour.side).field("bd", neighbour.bd);
    json.field("members", neighbour.members);
    put_page(json, neighbour);
    json.end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const SimilarSitesAnswer& answer) {
  json.begin('{').field("by", answer.by).key("sites").begin('[');
  for (const SimilarSite& site : answer.sites) put_site(json.line(), site);
  json.line().end(']');
  put_texts(json, "with", answer.with);
  json.field("complete", answer.is_complete);
  put_texts(json, "notes", answer.notes);
  json.key("items").begin('[');
  for (const SimilarSite& site : answer.items) put_site(json.line(), site);
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const WhatsRelatedAnswer& answer) {
  json.begin('{').key("page");
  put_asked(json, answer.page);
  json.field("host", answer.host).field("in_links", answer.in_links);
  json.field("out_links", answer.out_links).field("crawled", answer.is_crawled);
  json.field("status", answer.status);
  if (answer.status_code != 0) {
    json.field("status_code", answer.status_code).field("status_date", answer.status_date);
  }
  if (!answer.gone.empty()) json.field("gone", answer.gone);
  put_texts(json, "with", answer.with);
  if (!answer.tuned.empty()) json.field("tuned", answer.tuned);
  json.line().key("related").begin('[');
  for (const RelatedItem& item : answer.related) put_item(json.line(), item);
  json.line().end(']').key("sites").begin('[');
  for (const SimilarSite& site : answer.sites) put_site(json.line(), site);
  json.line().end(']').key("hubs").begin('[');
  for (const HubItem& hub : answer.hubs) {
    json.line().begin('{');
    put_page(json, hub);
    json.field("related", hub.related).field("links", hub.links).end('}');
  }
  json.line().end(']').key("linked_from").begin('[');
  for (const RelatedAnswer::Page& page : answer.linked_from) {
    json.line().begin('{');
    put_page(json, page);
    json.end('}');
  }
  json.line().end(']').key("names").begin('[');
  for (const NameItem& name : answer.names) {
    json.line().begin('{').field("text", name.text).field("links", name.links).end('}');
  }
  json.line().end(']').field("complete", answer.is_complete);
  put_texts(json, "notes", answer.notes);
  json.end('}');
}

}  // namespace cocite
