// Answers to searches.
#include "answers/put.h"

namespace cocite {

void put(answers::AnswerWriter& json, const SearchAnswer& answer) {
  json.begin('{').field("words", answer.words).field("model", answer.model);
  json.field("tf", answer.tf);
  json.field("rank", answer.rank).field("edges", answer.edges).field("content", answer.content);
  json.field("stem", answer.stem).key("unmatched").begin('[');
  for (const std::string& word : answer.unmatched) json.value(word);
  json.end(']').field("hosts", answer.hosts_on ? "on" : "off");
  json.field("complete", answer.is_complete).field("nodes", answer.nodes);
  json.field("edge_count", answer.edge_count).field("start", answer.start).key("items").begin('[');
  for (const SearchItem& item : answer.items) {
    json.line().begin('{').field("rank", item.rank).field("score", item.score);
    json.field("key", item.key).field("url", item.url).field("title", item.title);
    json.field("called", item.called);
    if (!item.gone.empty()) json.field("gone", item.gone);
    json.field("matched", item.matched).field("in_links", item.in_links).key("snippet").begin('[');
    for (const SnippetItem& part : item.snippet) {
      json.begin('{').field("text", part.text).field("match", part.is_match).end('}');
    }
    json.end(']').end('}');
  }
  json.end(']').key("notes").begin('[');
  for (const std::string& note : answer.notes) json.value(note);
  json.end(']').end('}');
}

}  // namespace cocite
