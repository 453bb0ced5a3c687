// For a question that describes its answer in its own file.
//
//   template <> struct Describe<MyAnswer> { ... };
//   Answer{.content = described(std::move(answer))}          // in its function
//   .schema = "My", .described = schema_of<MyAnswer>          // in its entry
//
// Heavy: for the files of questions. Any thread.
#pragma once

#include <memory>
#include <utility>

#include "api/put_answer.h"
#include "api/question.h"
#include "api/schemas.h"

namespace cocite::api {

template <Described Given>
[[nodiscard]] std::shared_ptr<const Content> described(Given given) {
  class Kept final : public Content {
   public:
    explicit Kept(Given given) : given_(std::move(given)) {}
    void write(AnswerWriter& out) const override { put_answer(out, given_); }

   private:
    Given given_;
  };
  return std::make_shared<const Kept>(std::move(given));
}

template <Described Given>
void schema_of(Schemas& all) {
  all.add<Given>();
}

}  // namespace cocite::api
