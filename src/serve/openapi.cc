#include "serve/openapi.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <cocite/version.h>

#include "api/json_writer.h"
#include "api/question.h"
#include "base/ascii.h"
#include "serve/route.h"
#include "serve/study_route.h"

namespace cocite::serve {
namespace {

using api::JsonWriter;

constexpr std::string_view kApi = "/api/";

// What the service itself answers.
constexpr std::string_view kServiceSchemas = R"(
"Problem": {"type": "object", "required": ["type", "title", "status", "code", "about", "nearest", "detail"], "properties": {
  "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
  "code": {"type": "string", "description": "invalid_argument, not_found, no_evidence, already_exists, unsupported, corrupt, io, busy, cancelled, unauthorized or internal"},
  "about": {"type": "string", "description": "the parameter that is wrong; empty: none"},
  "nearest": {"type": "array", "items": {"type": "string"}, "description": "what may have been meant, best first"},
  "detail": {"type": "string", "description": "all of it as a sentence: what went wrong and what to try"}}},
"ServedStore": {"type": "object", "required": ["name", "ready"], "properties": {
  "name": {"type": "string"}, "ready": {"type": "boolean", "description": "false: still being prepared; the numbers come later"},
  "has_urls": {"type": "boolean"}, "words": {"type": "boolean", "description": "whether it can be searched"},
  "pages": {"type": "integer"}, "links": {"type": "integer"}, "hosts": {"type": "integer"}}},
"Stores": {"type": "object", "required": ["studies", "stores"], "properties": {
  "studies": {"type": "boolean"},
  "replay": {"type": "string", "description": "where archived copies are, with {timestamp} and {url}; absent: nowhere"},
  "stores": {"type": "array", "items": {"$ref": "#/components/schemas/ServedStore"}}}}
)";

std::string reference_to(std::string_view schema) {
  return "#/components/schemas/" + std::string(schema);
}

void put_limits(JsonWriter& json, const MethodParameter& parameter) {
  const auto put = [&](std::string_view name, double limit) {
    if (limit >= 0 && limit == std::floor(limit)) {
      json.field(name, static_cast<uint64_t>(limit));
    } else {
      json.field(name, limit);
    }
  };
  put("minimum", parameter.least);
  put("maximum", parameter.most);
}

// "related", "same_site" -> "RelatedSameSite"
std::string in_camel_case(std::initializer_list<std::string_view> words) {
  std::string name;
  for (const std::string_view word : words) {
    bool is_first = true;
    for (const char c : word) {
      const bool is_part = is_letter(c) || is_digit(c);
      const bool is_small = c >= 'a' && c <= 'z';
      if (is_part) name += is_first && is_small ? static_cast<char>(c - 'a' + 'A') : c;
      is_first = !is_part;
    }
  }
  return name;
}

// The words that parameters may be, under names: programs that make clients give each of them a type,
// and one that is described where it is used would be named after that place, twice or not at all.
class Choices {
 public:
  Choices() {
    for (const Route& route : routes()) add(route);
    for (const StudyRoute& route : study_routes()) add(route.shape);
  }

  [[nodiscard]] const std::string& name_of(const Parameter& parameter) const {
    return find(parameter)->name;
  }
  void put(JsonWriter& json) const {
    for (const Named& one : all_) {
      json.line().key(one.name).begin('{').field("type", "string").key("enum").begin('[');
      for (const std::string& word : *one.words) json.value(std::string_view(word));
      json.end(']').end('}');
    }
  }

 private:
  struct Named {
    std::string name;
    std::string parameter;
    const std::vector<std::string>* words = nullptr;
  };

  // The first of a parameter is called after it, others that take other words after their route, too.
  void add(const Route& route) {
    for (const Parameter& parameter : route.parameters) {
      if (parameter.type != Type::kChoice || find(parameter) != all_.end()) continue;
      std::string name = in_camel_case({parameter.name, "choice"});
      if (std::ranges::find(all_, name, &Named::name) != all_.end()) {
        name = in_camel_case({route.path.substr(kApi.size()), parameter.name, "choice"});
      }
      all_.push_back({std::move(name), parameter.name, &parameter.choices});
    }
  }
  [[nodiscard]] std::vector<Named>::const_iterator find(const Parameter& parameter) const {
    return std::ranges::find_if(all_, [&](const Named& one) {
      return one.parameter == parameter.name && *one.words == parameter.choices;
    });
  }

  std::vector<Named> all_;
};

const Choices& choices() {
  static const Choices kChoices;
  return kChoices;
}

void put_type(JsonWriter& json, const Parameter& parameter) {
  json.begin('{');
  switch (parameter.type) {
    case Type::kText:
    case Type::kSize:
      json.field("type", "string");
      break;
    case Type::kCount:
      json.field("type", "integer");
      if (parameter.of_method) {
        put_limits(json, *parameter.of_method);
        break;
      }
      json.field("minimum", parameter.least);
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
      // Not the bare reference, beside which nothing may stand in older versions of OpenAPI.
      json.key("allOf").begin('[').begin('{');
      json.field("$ref", reference_to(choices().name_of(parameter))).end('}').end(']');
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
  json.field("$ref", reference_to(schema));
  json.end('}').end('}').end('}').end('}');
}

void put_problems(JsonWriter& json) {
  const auto put = [&](std::string_view status, std::string_view description) {
    put_answer(json.line(), status, description, "application/problem+json", "Problem");
  };
  put("400", "the request is not valid");
  put("401", "a token is required");
  put("404", "no such page or store, or no related pages found");
  put("405", "the route does not take this method");
  put("409", "a rater of that name exists");
  put("413", "the body is too large");
  put("414", "the address is too long");
  put("415", "the body is not application/json");
  put("421", "the host name is not one of the service");
  put("422", "more than this service computes; the detail says what to do instead");
  put("429", "too many requests");
  put("500", "a damaged store");
  put("503", "busy; Retry-After says when to try again");
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
    json.field("$ref", reference_to(route.schema)).end('}').end('}');
  }
  if (!route.rows.empty()) {
    put_text("text/csv");
    put_text("application/jsonl");
  }
  if (route.schema == "Vicinity" || route.schema == "Map") put_text("application/xml");
  if (route.schema == "StudyResults") put_text("text/html");
  json.end('}').end('}').line().key("304").begin('{');
  json.field("description", "you have it already (If-None-Match)").end('}');
  put_problems(json);
  json.line().end('}');
}

// "/api/studies/task" -> "studies_task", "/api/whats-related" -> "whats_related": a name in any language.
std::string operation_id(const Route& route) {
  std::string id = route.path.substr(kApi.size());
  for (char& c : id) c = c == '/' || c == '-' ? '_' : c;
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
    json.field("$ref", reference_to(schema));
  }
  json.end('}').end('}').end('}').end('}');
  if (path == "/readyz") {
    json.key("503").begin('{').field("description", "not yet, or not any more").end('}');
  } else if (path != "/healthz") {
    put_answer(json, "401", "a token is required", "application/problem+json", "Problem");
    put_answer(json, "429", "too many requests", "application/problem+json", "Problem");
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
  json.line().end('}').line().key("components").begin('{').key("schemas").begin('{');
  choices().put(json);
  json.line().raw(std::string(kServiceSchemas) + ',' + api::schemas(api::Caller::kClient) + ',' +
                  std::string(study_schemas()) + "\n");
  json.end('}');
  json.line().key("securitySchemes").begin('{').key("token").begin('{').field("type", "http");
  json.field("scheme", "bearer").end('}').end('}').end('}');
  json.line().key("security").begin('[').begin('{').end('}').begin('{').key("token").begin('[');
  return json.end(']').end('}').end(']').end('}').take();
}

}  // namespace cocite::serve
