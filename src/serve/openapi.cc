#include "serve/openapi.h"

#include <cmath>

#include <cocite/version.h>

#include "answers/json_writer.h"
#include "serve/route.h"
#include "serve/study_route.h"

namespace cocite::serve {
namespace {

using answers::JsonWriter;

// What answers look like; the names are those of src/answers/. A test compares both.
constexpr std::string_view kSchemas = R"({
"Problem": {"type": "object", "required": ["type", "title", "status", "code", "about", "nearest", "detail"], "properties": {
  "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
  "code": {"type": "string", "description": "invalid_argument, not_found, no_evidence, already_exists, unsupported, corrupt, io, busy, cancelled, unauthorized or internal"},
  "about": {"type": "string", "description": "the parameter that is wrong; empty: none"},
  "nearest": {"type": "array", "items": {"type": "string"}, "description": "what may have been meant, best first"},
  "detail": {"type": "string", "description": "all of it as a sentence: what went wrong and what to try"}}},
"Called": {"type": "string", "description": "what others call it: the anchor that most hosts use; only where it has no title, else empty"},
"Copy": {"type": "object", "required": ["key", "url", "title", "called"], "properties": {
  "key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"}}},
"Asked": {"type": "object", "required": ["asked", "key", "url", "title", "called"], "properties": {
  "asked": {"type": "string", "description": "as the request has it"}, "key": {"type": "string"},
  "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
  "copies": {"type": "array", "description": "near-copies, which are no answers",
    "items": {"$ref": "#/components/schemas/Copy"}}}},
"Reason": {"type": "object", "required": ["kind", "amount", "key", "url", "title", "called", "distance"], "properties": {
  "kind": {"type": "string"}, "word": {"type": "string", "description": "kind word: that both pages have"},
  "amount": {"type": ["number", "null"]}, "key": {"type": "string"},
  "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
  "distance": {"type": "integer", "description": "places between the two links on the page; 0: not known"},
  "anchor": {"type": "string", "description": "what stands in the link; left out where it is not known"},
  "page_anchor": {"type": "string", "description": "the same of the link to, or of, the page asked about"},
  "about": {"type": "string", "description": "with several pages asked about: the key of the one that is meant"}}},
"Item": {"type": "object", "required": ["rank", "score", "key", "url", "title", "called"], "properties": {
  "rank": {"type": "integer"}, "score": {"type": ["number", "null"]}, "key": {"type": "string"},
  "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
  "flagged": {"type": "boolean", "description": "backed only by pages that nobody links to; left out otherwise"},
  "copies": {"type": "array", "description": "near-copies that it stands for",
    "items": {"$ref": "#/components/schemas/Copy"}},
  "why": {"type": "array", "description": "the reasons in sentences, the most telling first",
    "items": {"type": "string"}},
  "reasons": {"type": "array", "items": {"$ref": "#/components/schemas/Reason"}}}},
"Related": {"type": "object", "required": ["by", "pages", "hosts", "complete", "notes", "items"], "properties": {
  "by": {"type": "string"}, "pages": {"type": "array", "items": {"$ref": "#/components/schemas/Asked"}},
  "hosts": {"type": "string", "enum": ["on", "off"]},
  "complete": {"type": "boolean", "description": "false: the budget ended it"},
  "notes": {"type": "array", "items": {"type": "string"}},
  "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}},
"Explain": {"type": "object", "required": ["by", "page", "answer", "score", "why", "reasons"], "properties": {
  "by": {"type": "string"}, "page": {"$ref": "#/components/schemas/Asked"},
  "answer": {"$ref": "#/components/schemas/Asked"}, "score": {"type": ["number", "null"]},
  "why": {"type": "array", "items": {"type": "string"}},
  "reasons": {"type": "array", "items": {"$ref": "#/components/schemas/Reason"}}}},
"Compare": {"type": "object", "required": ["pages", "hosts", "methods", "pairs", "agreed"], "properties": {
  "pages": {"type": "array", "items": {"$ref": "#/components/schemas/Asked"}},
  "hosts": {"type": "string", "enum": ["on", "off"]},
  "methods": {"type": "array", "items": {"type": "object", "required": ["by", "ms", "complete", "why_none", "items"],
    "properties": {"by": {"type": "string"}, "ms": {"type": "number"}, "complete": {"type": "boolean"},
      "why_none": {"type": "string"}, "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}},
  "pairs": {"type": "array", "items": {"type": "object", "required": ["one", "other", "shared", "overlap", "tau"],
    "properties": {"one": {"type": "string"}, "other": {"type": "string"}, "shared": {"type": "integer"},
      "overlap": {"type": ["number", "null"]}, "tau": {"type": ["number", "null"]}}}},
  "agreed": {"type": "array", "items": {"type": "object", "required": ["mean_rank", "key", "url", "title", "called", "by"],
    "properties": {"mean_rank": {"type": "number"}, "key": {"type": "string"}, "url": {"type": "string"},
      "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"}, "by": {"type": "array", "items": {"type": "string"}}}}}}},
"Page": {"type": "object", "required": ["key", "url", "title", "called", "host", "out_links", "in_links", "crawled", "date", "language", "columns", "text"],
  "properties": {"key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
  "host": {"type": "string"}, "out_links": {"type": "integer"}, "in_links": {"type": "integer"},
  "crawled": {"type": "boolean"}, "date": {"type": "string"}, "language": {"type": "string"}, "text": {"type": "string"},
  "columns": {"type": "array", "items": {"type": "object", "required": ["name", "value", "percentile"], "properties": {
    "name": {"type": "string"}, "value": {"type": ["number", "null"]}, "percentile": {"type": "number"}}}}}},
"Links": {"type": "object", "required": ["page", "in", "crawled", "total", "items"], "properties": {
  "page": {"type": "object"}, "in": {"type": "boolean"},
  "crawled": {"type": "boolean", "description": "false: never fetched, its own links are not known"}, "total": {"type": "integer"},
  "items": {"type": "array", "items": {"type": "object", "required": ["place", "key", "url", "title", "called", "anchor"],
    "properties": {"place": {"type": "integer"}, "key": {"type": "string"}, "url": {"type": "string"},
      "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"}, "anchor": {"type": "string"}}}}}},
"Rank": {"type": "object", "required": ["by", "column", "about", "items"], "properties": {
  "by": {"type": "string"}, "column": {"type": "string", "description": "of the store; empty: computed just now"},
  "about": {"type": "string"}, "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}},
"Vicinity": {"type": "object", "required": ["pages", "nodes", "edges", "merged", "hosts"], "properties": {
  "pages": {"type": "array", "items": {"$ref": "#/components/schemas/Asked"}},
  "nodes": {"type": "array", "items": {"type": "object", "required": ["id", "key", "url", "title", "called", "shown_as"], "properties": {
    "id": {"type": "integer"}, "key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
    "shown_as": {"type": "integer", "description": "the node that it was merged into"}}}},
  "edges": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
  "merged": {"type": "integer"}, "hosts": {"type": "string", "enum": ["on", "off"]}}},
"Trace": {"type": "object", "required": ["pages", "steps"], "properties": {
  "pages": {"type": "array", "items": {"$ref": "#/components/schemas/Asked"}},
  "steps": {"type": "array", "items": {"type": "object", "required": ["step", "discovered", "new", "kept", "total"],
    "properties": {"step": {"type": "integer"}, "discovered": {"type": "integer"}, "new": {"type": "integer"},
      "kept": {"type": "integer"}, "total": {"type": "integer"}}}}}},
"Lli": {"type": "object", "required": ["page", "hosts", "items", "neighbours"], "properties": {
  "page": {"$ref": "#/components/schemas/Asked"}, "hosts": {"type": "string", "enum": ["on", "off"]},
  "items": {"type": "array", "items": {"type": "object", "required": ["side", "similarity", "count", "bcp", "dd", "key", "url", "title", "called"],
    "properties": {"side": {"type": "string"}, "similarity": {"type": ["number", "null"]}, "count": {"type": "integer"},
      "bcp": {"type": ["number", "null"]}, "dd": {"type": ["number", "null"]}, "key": {"type": "string"},
      "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"}}}},
  "neighbours": {"type": "array", "items": {"type": "object", "required": ["side", "bd", "members", "key", "url", "title", "called"],
    "properties": {"side": {"type": "string"}, "bd": {"type": ["number", "null"]}, "members": {"type": "integer"},
      "key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"}}}}}},
"Search": {"type": "object", "required": ["words", "model", "rank", "edges", "content", "stem", "unmatched", "hosts",
  "complete", "nodes", "edge_count", "start", "items", "notes"], "properties": {
  "words": {"type": "string"}, "model": {"type": "string"}, "rank": {"type": "string"}, "edges": {"type": "string"},
  "content": {"type": "string"}, "stem": {"type": "string"},
  "unmatched": {"type": "array", "items": {"type": "string"}, "description": "words that no page has"},
  "hosts": {"type": "string", "enum": ["on", "off"]}, "complete": {"type": "boolean"},
  "nodes": {"type": "integer", "description": "of the neighbourhood, where the rank is one of links"},
  "edge_count": {"type": "integer"}, "start": {"type": "integer"},
  "items": {"type": "array", "items": {"type": "object", "required": ["rank", "score", "key", "url", "title", "called", "matched", "in_links", "snippet"],
    "properties": {"rank": {"type": "integer"}, "score": {"type": ["number", "null"]}, "key": {"type": "string"},
      "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
      "matched": {"type": "boolean", "description": "false: found by links only"}, "in_links": {"type": "integer"},
      "snippet": {"type": "array", "items": {"type": "object", "required": ["text", "match"],
        "properties": {"text": {"type": "string"}, "match": {"type": "boolean"}}}}}}},
  "notes": {"type": "array", "items": {"type": "string"}}}},
"Completion": {"type": "object", "required": ["prefix", "matches", "items"], "properties": {
  "prefix": {"type": "string"}, "matches": {"type": "integer"},
  "items": {"type": "array", "items": {"type": "object", "required": ["key", "url", "title", "called", "in_links"],
    "properties": {"key": {"type": "string"}, "url": {"type": "string"}, "title": {"type": "string"}, "called": {"$ref": "#/components/schemas/Called"},
      "in_links": {"type": "integer"}}}}}},
"Info": {"type": "object", "required": ["pages", "links"], "properties": {
  "pages": {"type": "integer"}, "links": {"type": "integer"}}},
"Methods": {"type": "object", "required": ["methods", "ranks"], "properties": {
  "methods": {"type": "array", "items": {"type": "object", "required": ["name", "summary", "paper", "chops", "parameters"],
    "properties": {"name": {"type": "string"}, "summary": {"type": "string"}, "paper": {"type": "string"},
      "chops": {"type": "boolean"}, "parameters": {"type": "array", "items": {"type": "object",
        "required": ["name", "default", "summary", "choices", "kind"], "properties": {"name": {"type": "string"},
        "default": {"type": "string"}, "summary": {"type": "string"}, "choices": {"type": "string"},
        "kind": {"type": "string", "enum": ["count", "number", "word"]},
        "least": {"type": "number", "description": "of a count or number"}, "most": {"type": "number"}}}}}}},
  "ranks": {"type": "array", "items": {"type": "object", "required": ["name", "summary", "paper", "needs_pages"],
    "properties": {"name": {"type": "string"}, "summary": {"type": "string"}, "paper": {"type": "string"},
      "needs_pages": {"type": "boolean"}}}},
  "insights": {"type": "array", "items": {"type": "object", "required": ["name", "summary", "paper", "about", "parameters"],
    "properties": {"name": {"type": "string"}, "summary": {"type": "string"}, "paper": {"type": "string"},
      "about": {"type": "string"}, "parameters": {"type": "array"}}}}}},
"Insight": {"type": "object", "required": ["insight", "facts", "notes", "items"],
  "description": "items: the answer; other tables that go with it stand beside it under their names",
  "properties": {"insight": {"type": "string"}, "facts": {"type": "object"},
    "notes": {"type": "array", "items": {"type": "string"}},
    "items": {"type": "array", "items": {"type": "object"}}},
  "additionalProperties": {"type": "array", "items": {"type": "object"}}},
"Stores": {"type": "object", "required": ["studies", "stores"], "properties": {
  "studies": {"type": "boolean"},
  "stores": {"type": "array", "items": {"type": "object", "required": ["name", "ready"], "properties": {
    "name": {"type": "string"}, "ready": {"type": "boolean"}, "has_urls": {"type": "boolean"},
    "pages": {"type": "integer"}, "links": {"type": "integer"}, "hosts": {"type": "integer"}}}}}}
})";

void put_limits(JsonWriter& json, const MethodParameter& parameter) {
  const auto put = [&](std::string_view name, double limit) {
    if (limit == std::floor(limit)) {
      json.field(name, static_cast<uint64_t>(limit));
    } else {
      json.field(name, limit);
    }
  };
  put("minimum", parameter.least);
  put("maximum", parameter.most);
}

void put_type(JsonWriter& json, const Parameter& parameter) {
  json.begin('{');
  switch (parameter.type) {
    case Type::kText:
      json.field("type", "string");
      break;
    case Type::kCount:
      json.field("type", "integer");
      if (parameter.of_method) {
        put_limits(json, *parameter.of_method);
        break;
      }
      json.field("minimum", 0U);
      if (parameter.most != 0) json.field("maximum", parameter.most);
      break;
    case Type::kNumber:
      json.field("type", "number");
      if (parameter.of_method) put_limits(json, *parameter.of_method);
      break;
    case Type::kFlag:
      json.field("type", "boolean");
      break;
    case Type::kChoice:
      json.field("type", "string").key("enum").begin('[');
      for (const std::string& word : parameter.choices) json.value(std::string_view(word));
      json.end(']');
  }
  if (!parameter.fallback.empty() && !parameter.is_repeatable) {
    json.key("default");
    if (parameter.type == Type::kText || parameter.type == Type::kChoice) {
      json.value(std::string_view(parameter.fallback));
    } else {
      json.raw(parameter.fallback);
    }
  }
  json.end('}');
}

void put_schema(JsonWriter& json, const Parameter& parameter) {
  if (!parameter.is_repeatable) return put_type(json, parameter);
  json.begin('{').field("type", "array").key("items");
  put_type(json, parameter);
  if (parameter.is_required) json.field("minItems", 1U);
  if (parameter.most != 0) json.field("maxItems", parameter.most);
  json.end('}');
}

void put_answer(JsonWriter& json, std::string_view status, std::string_view description,
                std::string_view type, std::string_view schema) {
  json.key(status).begin('{').field("description", description).key("content").begin('{');
  json.key(type).begin('{').key("schema").begin('{');
  json.field("$ref", "#/components/schemas/" + std::string(schema));
  json.end('}').end('}').end('}').end('}');
}

void put_problems(JsonWriter& json) {
  const auto put = [&](std::string_view status, std::string_view description) {
    put_answer(json.line(), status, description, "application/problem+json", "Problem");
  };
  put("400", "the request makes no sense");
  put("401", "a token is asked for");
  put("404", "a page or store that is not there, or no evidence");
  put("405", "another method than this address takes");
  put("409", "there is one of that name already");
  put("413", "the body is too large");
  put("414", "the address is too long");
  put("415", "the body is not application/json");
  put("421", "the service is not called by this name");
  put("422", "more than this service computes; the detail says what to do instead");
  put("429", "the client asks too often");
  put("500", "a damaged store");
  put("503", "busy; Retry-After says when to try again");
  put("504", "it took too long");
}

void put_responses(JsonWriter& json, const Route& route) {
  json.key("responses").begin('{').line().key("200").begin('{');
  json.field("description", route.summary).key("content").begin('{');
  const auto put_text = [&](std::string_view type) {
    json.key(type).begin('{').key("schema").begin('{').field("type", "string").end('}').end('}');
  };
  if (route.schema.empty()) {
    put_text("text/tab-separated-values");
  } else {
    json.key("application/json").begin('{').key("schema").begin('{');
    json.field("$ref", "#/components/schemas/" + route.schema).end('}').end('}');
  }
  if (route.schema == "Vicinity") put_text("application/xml");
  if (route.schema == "StudyResults") put_text("text/html");
  json.end('}').end('}').line().key("304").begin('{');
  json.field("description", "you have it already (If-None-Match)").end('}');
  put_problems(json);
  json.line().end('}');
}

// "/api/studies/task" -> "studies_task"
std::string operation_id(const Route& route) {
  std::string id = route.path.substr(5);
  for (char& c : id) c = c == '/' ? '_' : c;
  return id;
}

// A request without a body: "get" or "delete".
void put_get(JsonWriter& json, const Route& route, std::string_view verb = "get") {
  const std::string id = operation_id(route) + (verb == "get" ? "" : "_" + std::string(verb));
  json.line().key(verb).begin('{').field("operationId", id);
  json.field("summary", route.summary).key("parameters").begin('[');
  for (const Parameter& parameter : route.parameters) {
    json.line().begin('{').field("name", parameter.name).field("in", "query");
    json.field("required", parameter.is_required).field("description", parameter.help);
    json.key("schema");
    put_schema(json, parameter);
    if (parameter.is_repeatable) json.field("style", "form").field("explode", true);
    json.end('}');
  }
  json.line().end(']');
  put_responses(json, route);
  json.end('}');
}

void put_post(JsonWriter& json, const Route& route, const std::string& summary) {
  json.line().key("post").begin('{').field("operationId", operation_id(route) + "_post");
  json.field("summary", summary).key("requestBody").begin('{');
  json.field("required", true).key("content").begin('{').key("application/json").begin('{');
  json.key("schema").begin('{').field("type", "object").field("additionalProperties", false);
  json.key("required").begin('[');
  for (const Parameter& parameter : route.parameters) {
    if (parameter.is_required) json.value(std::string_view(parameter.name));
  }
  json.end(']').key("properties").begin('{');
  for (const Parameter& parameter : route.parameters) {
    json.line().key(parameter.name);
    put_schema(json, parameter);
  }
  json.line().end('}').end('}').end('}').end('}').end('}');
  put_responses(json, route);
  json.end('}');
}

// Routes of one path stand together.
void put_studies(JsonWriter& json) {
  std::string_view path;
  for (const StudyRoute& route : study_routes()) {
    if (route.shape.path != path) {
      if (!path.empty()) json.end('}');
      path = route.shape.path;
      json.line().key(path).begin('{');
    }
    if (route.verb == Verb::kPost) {
      put_post(json, route.shape, route.shape.summary);
    } else {
      put_get(json, route.shape, route.verb == Verb::kDelete ? "delete" : "get");
    }
  }
  json.end('}');
}

void put_simple(JsonWriter& json, std::string_view path, std::string_view id,
                std::string_view summary, std::string_view type, std::string_view schema) {
  json.line().key(path).begin('{').key("get").begin('{').field("operationId", id);
  json.field("summary", summary).key("responses").begin('{');
  json.key("200").begin('{').field("description", summary).key("content").begin('{');
  json.key(type).begin('{').key("schema").begin('{');
  if (schema.empty()) {
    json.field("type", type.starts_with("text/") ? "string" : "object");
  } else {
    json.field("$ref", "#/components/schemas/" + std::string(schema));
  }
  json.end('}').end('}').end('}').end('}');
  if (path == "/readyz") {
    json.key("503").begin('{').field("description", "not yet, or not any more").end('}');
  } else if (path != "/healthz") {
    put_answer(json, "401", "a token is asked for", "application/problem+json", "Problem");
    put_answer(json, "429", "the client asks too often", "application/problem+json", "Problem");
  }
  json.end('}').end('}').end('}');
}

}  // namespace

std::string openapi_json() {
  JsonWriter json;
  json.begin('{').field("openapi", "3.1.0").key("info").begin('{').field("title", "Cocite");
  json.field("version", version());
  json.field("description", "Which pages are related to this one, and why?").key("license");
  json.begin('{').field("name", "Apache-2.0").field("identifier", "Apache-2.0").end('}').end('}');
  json.line().key("paths").begin('{');
  for (const Route& route : routes()) {
    json.line().key(route.path).begin('{');
    put_get(json, route);
    if (route.takes_post) put_post(json, route, route.summary + "; for long lists of pages");
    json.end('}');
  }
  put_studies(json);
  put_simple(json, "/api/stores", "stores", "the stores that are served", "application/json",
             "Stores");
  put_simple(json, "/openapi.json", "openapi", "this", "application/json", "");
  put_simple(json, "/healthz", "healthz", "whether the service runs", "text/plain", "");
  put_simple(json, "/readyz", "readyz", "whether it can answer", "text/plain", "");
  put_simple(json, "/metrics", "metrics", "numbers for Prometheus", "text/plain", "");
  json.line().end('}').line().key("components").begin('{').key("schemas");
  json.raw(std::string(kSchemas.substr(0, kSchemas.rfind('}'))) + ',' +
           std::string(study_schemas()) + "\n}");
  json.line().key("securitySchemes").begin('{').key("token").begin('{').field("type", "http");
  json.field("scheme", "bearer").end('}').end('}').end('}');
  json.line().key("security").begin('[').begin('{').end('}').begin('{').key("token").begin('[');
  return json.end(']').end('}').end(']').end('}').take();
}

}  // namespace cocite::serve
