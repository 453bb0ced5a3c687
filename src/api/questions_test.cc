// What holds for every question and task, whatever the table says.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/parameter_groups.h"
#include "api/question.h"
#include "api/schema.h"

namespace cocite::api {
namespace {

using ::testing::HasSubstr;

void check_parameters(const std::string& of, const ParameterTable& parameters) {
  std::set<std::string> names;
  for (const Parameter& parameter : parameters) {
    EXPECT_TRUE(names.insert(parameter.name).second) << of << ": " << parameter.name << " twice";
    EXPECT_FALSE(parameter.help.empty()) << of << ": " << parameter.name;
    // What is not given has a value that could have been given.
    if (parameter.fallback.empty() || parameter.is_required) continue;
    const ParameterTable alone = {parameter};
    const Caller caller = parameter.whom == For::kClients ? Caller::kClient
                          : parameter.whom == For::kShell ? Caller::kShell
                                                          : Caller::kHere;
    const auto arguments = Arguments::check(alone, {{parameter.name, parameter.fallback}}, caller);
    EXPECT_TRUE(arguments) << of << ": " << parameter.name << ": "
                           << (arguments ? "" : error_text(arguments.error()));
  }
}

TEST(Questions, AreWholeAndKnowTheirParameters) {
  std::set<std::string> names;
  for (const Question& question : questions()) {
    EXPECT_TRUE(names.insert(question.name).second) << question.name;
    EXPECT_TRUE(question.described || has_schema(question.schema))
        << question.name << ": " << question.schema;
    EXPECT_FALSE(question.summary.empty()) << question.name;
    EXPECT_TRUE(question.answer) << question.name;
    EXPECT_EQ(find_question(question.name), &question);
    check_parameters(question.name, question.parameters);
  }
  EXPECT_EQ(find_question("nonsense"), nullptr);
}

TEST(Tasks, AreWholeAndKnowTheirParameters) {
  for (const Task& task : tasks()) {
    EXPECT_TRUE(has_schema(task.schema)) << task.name << ": " << task.schema;
    EXPECT_TRUE(task.run) << task.name;
    ASSERT_FALSE(task.parameters.empty()) << task.name;
    EXPECT_EQ(task.parameters[0].name, "store") << task.name;
    check_parameters(task.name, task.parameters);
  }
}

TEST(Questions, HaveEveryMethodAndRankAmongTheirChoices) {
  const auto choices = [](std::string_view question, std::string_view parameter) {
    const ParameterTable& known = find_question(question)->parameters;
    return std::ranges::find(known, parameter, &Parameter::name)->choices;
  };
  for (const MethodItem& method : methods()) {
    EXPECT_THAT(choices("related", "by"), testing::Contains(method.name));
  }
  for (const RankKind& kind : rank_kinds()) {
    EXPECT_THAT(choices("rank", "by"), testing::Contains(kind.name));
  }
}

TEST(Questions, GiveClientsNeitherFilesNorHoursOfWork) {
  for (const Question& question : questions()) {
    if (question.whom == For::kHere) continue;
    const auto arguments =
        Arguments::check(question.parameters, {{"threads", "4"}}, Caller::kClient);
    ASSERT_FALSE(arguments) << question.name;
    EXPECT_THAT(arguments.error().message, HasSubstr("there is no parameter 'threads'"));
  }
}

}  // namespace
}  // namespace cocite::api
