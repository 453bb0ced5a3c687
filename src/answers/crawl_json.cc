// What a crawl tells: a line for each fetch, and at its end a report.
#include <cocite/crawl.h>

#include "answers/json_writer.h"
#include "base/date_text.h"

namespace cocite {
namespace {

using answers::JsonWriter;

void put_counts(JsonWriter& json, std::string_view name,
                const std::vector<std::pair<std::string, uint64_t>>& counts) {
  json.key(name).begin('{');
  for (const auto& [what, count] : counts) json.field(what, count);
  json.end('}');
}

}  // namespace

std::string to_json(const CrawlEvent& event) {
  JsonWriter json;
  json.begin('{').field("url", event.url);
  if (event.status != 0) json.field("status", static_cast<uint64_t>(event.status));
  if (!event.failure.empty()) json.field("failure", event.failure);
  json.field("bytes", event.bytes).field("seconds", event.seconds);
  json.field("date", date_text(event.date)).field("depth", uint64_t{event.depth});
  if (!event.via.empty()) json.field("via", event.via);
  if (event.is_copy) json.field("copy", true);
  if (!event.location.empty()) json.field("location", event.location);
  json.end('}');
  return json.take();
}

std::string to_json(const CrawlReport& report) {
  JsonWriter json;
  json.begin('{').field("went_on", report.went_on).field("stopped", report.is_stopped);
  json.field("why_stopped", report.why_stopped).field("fetched", report.fetched);
  json.field("fetched_before", report.fetched_before).field("bytes", report.bytes);
  json.field("requisites", report.requisites);
  json.field("copies", report.copies).field("unchanged", report.unchanged);
  json.field("seen", report.seen).field("queue", report.queue);
  json.field("hosts", report.hosts).field("forgotten", report.forgotten);
  json.field("outside", report.outside);
  json.field("forbidden", report.forbidden);
  put_counts(json, "statuses", report.statuses);
  put_counts(json, "failures", report.failures);
  json.key("traps").begin('[');
  for (const CrawlTrap& trap : report.traps) {
    json.begin('{').field("kind", trap.kind).field("count", trap.count);
    json.field("example", trap.example).end('}');
  }
  json.end(']').key("waiting").begin('[');
  for (const CrawlWaiting& waiting : report.waiting) {
    json.begin('{').field("host", waiting.host).field("pages", waiting.pages);
    json.field("why", waiting.why).end('}');
  }
  json.end(']').key("files").begin('[');
  for (const std::string& file : report.files) json.value(std::string_view(file));
  json.end(']').field("index", report.index).field("seconds", report.seconds).end('}');
  return json.take();
}

}  // namespace cocite
