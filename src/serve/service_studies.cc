// Requests of studies: access checks, and which thread answers.
#include <string>
#include <utility>

#include "base/secret.h"
#include "serve/gzip.h"
#include "serve/problem.h"
#include "serve/query_string.h"
#include "serve/service.h"

namespace cocite::serve {
namespace {

Response refused(std::string_view why) {
  Response response = problem(401, why);
  response.headers += "WWW-Authenticate: Bearer\r\n";
  return response;
}

// Where the file lies is the operator's business: raters read this too.
Response study_problem(const study::StudyDesk& desk, Error error) {
  hide_path(error, desk.file().path(), "the file of studies");
  return problem(error);
}

// Answers of studies are not cached.
Response compute_study(const StudyCall& call, const StoreSet& stores) {
  Result<Answer> answer = call.route->answer(call);
  if (!answer && answer.error().code == ErrorCode::kCancelled) {
    return try_later(503, "the service is ending; nothing was made", 5);
  }
  if (!answer) return study_problem(*call.desk, stores.without_paths(answer.error()));
  Response response{.headers = "Cache-Control: no-store\r\n"};
  put_content(response, *answer, call.wants_gzip);
  return response;
}

Result<Pairs> pairs_of(const Request& request, std::string_view query) {
  COCITE_TRY(Pairs pairs, parse_query(query));
  if (request.verb != Verb::kPost) return pairs;
  // What changes something comes as a body of JSON: a form of another site cannot send that.
  if (!pairs.empty()) {
    return fail(ErrorCode::kInvalidArgument, "a POST has its parameters in its body");
  }
  return parse_body(request.body);
}

}  // namespace

std::optional<Response> Service::study_refusal_of(const Request& request,
                                                  std::string_view path) const {
  if (studies_ == nullptr) {
    return problem(404, "this service keeps no studies; start it with a file of studies");
  }
  const StudyRoute* const route = find_study_route(path, request.verb);
  if (route == nullptr) return not_allowed(study_verbs(path), request.method);
  const std::string_view given = bearer(request.authorization);
  if (route->caller == StudyCaller::kOwner && !is_equal_secret(studies_->owner_token(), given)) {
    return refused("this is for the owner of the studies: Authorization: Bearer OWNER-TOKEN");
  }
  if (request.verb == Verb::kPost && !lower(request.content_type).starts_with("application/json")) {
    return problem(415, "a POST has a body of Content-Type: application/json");
  }
  return std::nullopt;
}

Reply Service::answer_study(const Request& request, std::string_view path, std::string_view query,
                            Begin begin) {
  const StudyRoute* const route = find_study_route(path, request.verb);
  const auto now = [&](Response response) {
    return Reply{.now = finished(std::move(response), request, &route->shape, "", begin)};
  };
  Result<Pairs> pairs = pairs_of(request, query);
  if (!pairs) return now(problem(pairs.error()));
  Result<Arguments> arguments = Arguments::check(route->shape.parameters, *std::move(pairs));
  if (!arguments) return now(problem(arguments.error()));
  auto call = std::make_shared<StudyCall>();
  call->route = route;
  call->desk = studies_;
  call->arguments = *std::move(arguments);
  call->wants_gzip = accepts_gzip(request.accept_encoding);
  if (route->makes_study) return make_study(request, std::move(call), begin);
  // Even finding out whether a secret is known reads a file: that is for a thread of the pool.
  return {.start = [this, call, begin, &request](const Reply::Done& done) {
    const auto entry = pool_->offer(call->route->shape.weight, [this, call, begin, done,
                                                                &request](const Turn& turn) {
      const auto respond = [&]() -> Response {
        if (turn.is_too_late) {
          return try_later(503, "the service is busy; try again in a moment", 1);
        }
        if (call->route->caller == StudyCaller::kRater) {
          Result<std::optional<study::Rater>> rater =
              studies_->file().find_rater(bearer(request.authorization));
          if (!rater) return study_problem(*studies_, rater.error());
          if (!*rater) return refused("this link is not, or no longer, the link of a rater");
          call->rater = *std::move(*rater);
        }
        return compute_study(*call, *stores_);
      };
      done(rescued([&] { return finished(respond(), request, &call->route->shape, "", begin); }));
    });
    if (!entry.is_taken) {
      done(finished(
          try_later(503, "the service is busy; try again in a moment", entry.retry_seconds),
          request, &call->route->shape, "", begin));
    }
  }};
}

Reply Service::make_study(const Request& request, std::shared_ptr<StudyCall> call, Begin begin) {
  Result<Served> served = stores_->get(call->arguments.text("store"));
  if (!served) {
    Response response = problem(stores_->without_paths(served.error()));
    return {.now = finished(std::move(response), request, &call->route->shape, "", begin)};
  }
  call->served = *std::move(served);
  return {.start = [this, call, begin, &request](const Reply::Done& done) {
    const bool is_begun = studies_->begin([this, call, begin, done,
                                           &request](const std::atomic<bool>& stop) {
      call->stop = &stop;
      Response response = rescued([&] {
        return finished(compute_study(*call, *stores_), request, &call->route->shape, "", begin);
      });
      studies_->set_over();
      done(std::move(response));
    });
    if (!is_begun) {
      done(finished(try_later(503, "another study is being made just now; try again later", 10),
                    request, &call->route->shape, "", begin));
    }
  }};
}

}  // namespace cocite::serve
