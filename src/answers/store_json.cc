// Answers about a store, its pages, links and ranks.
#include <variant>

#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;

void put_parameters(AnswerWriter& json, const std::vector<MethodParameter>& parameters) {
  json.key("parameters").begin('[');
  for (const MethodParameter& parameter : parameters) {
    json.begin('{').field("name", parameter.name).field("default", parameter.fallback);
    json.field("summary", parameter.summary).field("choices", parameter.choices);
    if (parameter.kind == ParameterKind::kWord) {
      json.field("kind", "word");
    } else {
      json.field("kind", parameter.kind == ParameterKind::kCount ? "count" : "number");
      json.field("least", parameter.least).field("most", parameter.most);
    }
    json.end('}');
  }
  json.end(']');
}

}  // namespace

void put(AnswerWriter& json, const PageInfo& page) {
  json.begin('{').field("key", page.key).field("url", page.url).field("title", page.title);
  json.field("called", page.called).field("host", page.host).field("out_links", page.out_links);
  json.field("in_links", page.in_links).field("crawled", page.is_crawled);
  json.field("date", page.date);
  if (page.status != 0) {
    json.field("status", page.status).field("status_date", page.status_date);
  }
  if (!page.gone.empty()) json.field("gone", page.gone);
  if (page.visits > 0) json.field("visits", page.visits);
  if (!page.ip.empty()) json.field("ip", page.ip);
  json.field("language", page.language).key("columns").begin('[');
  for (const ColumnValue& column : page.columns) {
    json.begin('{').field("name", column.name).field("value", column.value);
    json.field("percentile", column.percentile).end('}');
  }
  json.end(']').field("text", page.text).end('}');
}

void put(AnswerWriter& json, const LinksAnswer& answer) {
  json.begin('{').key("page").begin('{').field("key", answer.page.key);
  json.field("url", answer.page.url).field("title", answer.page.title);
  json.field("called", answer.page.called).end('}');
  json.field("in", answer.in)
      .field("crawled", answer.is_crawled)
      .field("total", answer.total)
      .key("items")
      .begin('[');
  for (const LinkItem& item : answer.items) {
    json.line().begin('{').field("place", item.place).field("key", item.key);
    json.field("url", item.url).field("title", item.title).field("called", item.called);
    json.field("anchor", item.anchor);
    if (!item.gone.empty()) json.field("gone", item.gone);
    json.end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const CompletionAnswer& answer) {
  const auto put_item = [&](const CompletionItem& item) {
    json.begin('{').field("key", item.key).field("url", item.url);
    json.field("title", item.title).field("called", item.called);
    json.field("in_links", item.in_links).end('}');
  };
  json.begin('{').field("prefix", answer.prefix).field("matches", answer.matches);
  if (answer.meant) {
    json.field("meant_by", answer.meant_by).key("meant");
    put_item(*answer.meant);
  }
  for (const auto& [name, items] :
       {std::pair("items", &answer.items), std::pair("names", &answer.names)}) {
    json.key(name).begin('[');
    for (const CompletionItem& item : *items) {
      json.line();
      put_item(item);
    }
    json.line().end(']');
  }
  json.end('}');
}

void put(AnswerWriter& json, const RankAnswer& answer) {
  json.begin('{').field("by", answer.name).field("column", answer.column);
  json.field("about", answer.about).key("items").begin('[');
  for (const RankItem& item : answer.items) {
    json.line().begin('{').field("rank", item.rank).field("score", item.score);
    json.field("key", item.key).field("url", item.url).field("title", item.title);
    json.field("called", item.called);
    if (!item.mirrors.empty()) {
      json.key("mirrors").begin('[');
      for (const std::string& mirror : item.mirrors) json.value(std::string_view(mirror));
      json.end(']');
    }
    json.end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const RankComparison& comparison) {
  json.begin('{').key("correlations").begin('[');
  for (const RankPair& pair : comparison.pairs) {
    json.line().begin('{').field("rank", pair.a).field("other", pair.b);
    json.field("kendall", pair.kendall).field("spearman", pair.spearman).end('}');
  }
  json.line().end(']').key("pages").begin('[');
  for (const RankDifference& page : comparison.pages) {
    json.line().begin('{');
    for (size_t i = 0; i < comparison.names.size(); ++i) {
      json.field(comparison.names[i], page.places[i]);
    }
    json.field("key", page.key).field("url", page.url).field("title", page.title);
    json.field("called", page.called).end('}');
  }
  json.line().end(']').end('}');
}

void put(AnswerWriter& json, const std::vector<InfoItem>& items) {
  json.begin('{');
  for (const InfoItem& item : items) {
    json.line().key(item.name);
    std::visit([&](const auto& value) { json.value(value); }, item.value);
  }
  json.line().end('}');
}

void put(AnswerWriter& json, const MethodsAnswer& answer) {
  json.begin('{').key("methods").begin('[');
  for (const MethodItem& method : answer.methods) {
    json.line().begin('{').field("name", method.name).field("summary", method.summary);
    json.field("paper", method.paper).field("chops", method.chops);
    put_parameters(json, method.parameters);
    json.end('}');
  }
  json.line().end(']').key("ranks").begin('[');
  for (const RankKind& rank : answer.ranks) {
    json.line().begin('{').field("name", rank.name).field("summary", rank.summary);
    json.field("paper", rank.paper).field("needs_pages", rank.needs_pages).end('}');
  }
  json.line().end(']').key("insights").begin('[');
  for (const InsightItem& insight : answer.insights) {
    json.line().begin('{').field("name", insight.name).field("summary", insight.summary);
    json.field("paper", insight.paper).field("about", insight.about);
    put_parameters(json, insight.parameters);
    json.end('}');
  }
  json.line().end(']').end('}');
}

}  // namespace cocite
