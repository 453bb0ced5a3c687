// What making and changing a store reported.
#include "answers/put.h"

namespace cocite {
namespace {

using answers::AnswerWriter;
using Counts = std::vector<std::pair<std::string, uint64_t>>;

void put_counts(AnswerWriter& json, std::string_view name, const Counts& counts) {
  json.line().key(name).begin('{');
  for (const auto& [what, count] : counts) json.field(what, count);
  json.end('}');
}

void put_texts(AnswerWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).begin('[');
  for (const std::string& text : texts) json.value(std::string_view(text));
  json.end(']');
}

}  // namespace

void put(AnswerWriter& json, const ImportReport& report) {
  const auto put = [&](std::string_view name, auto value) { json.line().field(name, value); };
  json.begin('{');
  put("inputs", report.inputs);
  put_counts(json, "records", report.records);
  put_counts(json, "link_uses", report.link_uses);
  put("fetches", report.fetches);
  put("aliases", report.aliases);
  put("texts", report.texts);
  put("lines", report.lines);
  put("bytes", report.bytes);
  put("links_read", report.links_read);
  put("self_links", report.self_links);
  put("repeated_links", report.repeated_links);
  put("replaced_links", report.replaced_links);
  put("pages_seen_again", report.pages_seen_again);
  put("pages", report.pages);
  put("links", report.links);
  put("hosts", report.hosts);
  put("titles", report.titles);
  put("visit_lines", report.visit_lines);
  put("visit_bytes", report.visit_bytes);
  put("visit_transitions", report.visit_transitions);
  put("visit_clicks", report.visit_clicks);
  json.line().key("skipped").begin('[');
  for (const Skipped& skip : report.skipped) {
    json.begin('{').field("reason", skip.reason).field("count", skip.count);
    put_texts(json, "samples", skip.samples);
    json.end('}');
  }
  json.end(']').line().key("stage_seconds").begin('[');
  for (const auto& [stage, seconds] : report.stage_seconds) {
    json.begin('{').field("stage", stage).field("seconds", seconds).end('}');
  }
  json.end(']');
  put("seconds", report.seconds);
  put("store_bytes", report.store_bytes);
  put("bits_per_link", report.bits_per_link);
  put("peak_memory_bytes", report.peak_memory_bytes);
  put_texts(json.line(), "notes", report.notes);
  json.line().end('}');
}

void put(AnswerWriter& json, const PrepareReport& report) {
  json.begin('{');
  put_texts(json, "made", report.made);
  json.field("pages", report.pages).field("bytes", report.bytes).end('}');
}

void put(AnswerWriter& json, const IndexReport& report) {
  json.begin('{').field("made", report.is_made).field("pages", report.pages);
  json.field("words", report.words).field("bytes", report.bytes).field("stem", report.stem);
  json.field("seconds", report.seconds).end('}');
}

void put(AnswerWriter& json, const ExportReport& report) {
  json.begin('{');
  put_texts(json, "files", report.files);
  json.field("bytes", report.bytes).field("pages", report.pages).field("links", report.links);
  json.field("seconds", report.seconds);
  put_texts(json, "notes", report.notes);
  json.end('}');
}

}  // namespace cocite
