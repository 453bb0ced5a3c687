#include "serve/problem.h"

#include "api/json_writer.h"

namespace cocite::serve {

std::string_view reason_phrase(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

unsigned status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return 400;
    case ErrorCode::kNotFound:
    case ErrorCode::kNoEvidence:
      return 404;
    case ErrorCode::kAlreadyExists:
      return 409;
    case ErrorCode::kUnsupported:
      return 422;
    case ErrorCode::kBusy:
    case ErrorCode::kCancelled:
      return 503;
    case ErrorCode::kCorrupt:
    case ErrorCode::kIo:
      return 500;
  }
  return 500;
}

namespace {

// What JSON says where no Error stands behind the status.
std::string_view code_of(unsigned status) {
  switch (status) {
    case 404:
      return code_name(ErrorCode::kNotFound);
    case 409:
      return code_name(ErrorCode::kAlreadyExists);
    case 422:
      return code_name(ErrorCode::kUnsupported);
    case 429:
    case 503:
      return code_name(ErrorCode::kBusy);
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    default:
      return status < 500 ? code_name(ErrorCode::kInvalidArgument) : "internal";
  }
}

Response written(unsigned status, std::string_view code, const Error& error) {
  api::JsonWriter json;
  json.begin('{').field("type", "about:blank").field("title", reason_phrase(status));
  json.field("status", status).field("code", code).field("about", error.about);
  json.key("nearest").begin('[');
  for (const std::string& one : error.nearest) json.value(std::string_view(one));
  json.end(']').field("detail", error_text(error)).end('}');
  return {.status = status,
          .type = "application/problem+json",
          .headers = "Cache-Control: no-store\r\n",
          .body = share(json.take())};
}

}  // namespace

Response problem(unsigned status, std::string_view detail) {
  return written(status, code_of(status), {.message = std::string(detail)});
}

Response problem(const Error& error) {
  Response response = written(status_of(error.code), code_name(error.code), error);
  if (response.status == 503) response.headers += "Retry-After: 1\r\n";
  return response;
}

void hide_path(Error& error, std::string_view path, std::string_view name) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return;
  const auto hide = [&](std::string& text) {
    for (size_t at = 0; (at = text.find(path, at)) != std::string::npos; at += name.size()) {
      text.replace(at, path.size(), name);
    }
  };
  hide(error.message);
  for (Remedy& remedy : error.remedies) {
    for (std::string& argument : remedy.arguments) hide(argument);
    for (auto& [option, value] : remedy.options) hide(value);
  }
  for (std::string& one : error.nearest) hide(one);
}

Response not_allowed(std::string_view allowed, std::string_view method) {
  Response response = problem(405, "this address takes " + std::string(allowed) + ", not " +
                                       std::string(method.substr(0, 20)));
  response.headers += "Allow: " + std::string(allowed) + "\r\n";
  return response;
}

Response try_later(unsigned status, std::string_view detail, unsigned seconds) {
  Response response = problem(status, detail);
  response.headers += "Retry-After: " + std::to_string(seconds) + "\r\n";
  return response;
}

}  // namespace cocite::serve
