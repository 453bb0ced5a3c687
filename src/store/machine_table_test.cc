#include "store/machine_table.h"

#include <filesystem>
#include <random>

#include <gtest/gtest.h>

namespace cocite::store {
namespace {

class Machines : public ::testing::Test {
 protected:
  MachineTable written(MachineTableBuilder& builder) {
    auto writer = file::ContainerWriter::create(path_, "mach");
    EXPECT_TRUE(writer) << writer.error().message;
    EXPECT_TRUE(builder.write(std::move(*writer)));
    return *MachineTable::of(*file::Container::open(path_, "mach"));
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = ::testing::TempDir() + "machines" +
                      ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Machines, ATableTellsWhatWasPutIntoIt) {
  std::mt19937 random(1);
  MachineTableBuilder builder;
  std::vector<std::string> truth;
  for (uint32_t page = 0; page < 500; ++page) {
    const bool joins = random() % 4 != 0;
    const std::string ip = random() % 5 == 0 ? "" : "192.0.2." + std::to_string(1 + random() % 2);
    truth.push_back(ip);
    builder.add(page, ip, joins);
  }
  const MachineTable table = written(builder);
  EXPECT_TRUE(table.check(500));
  EXPECT_FALSE(table.check(499));
  for (uint32_t page = 0; page < 500; ++page) {
    const auto ip = table.find(page_id(page));
    EXPECT_EQ(ip ? ip->text() : "", truth[page]) << page;
  }
  EXPECT_EQ(table.find(page_id(500)), std::nullopt);
}

TEST_F(Machines, AHostIsARun) {
  MachineTableBuilder builder;
  builder.add(10, "192.0.2.9", false);
  builder.add(20, "192.0.2.9", true);
  builder.add(30, "192.0.2.9", false);
  const MachineTable table = written(builder);
  ASSERT_EQ(table.within(10, 30).size(), 1U);
  EXPECT_EQ(table.within(10, 30)[0].end, 21U);
  EXPECT_EQ(table.within(11, 30).size(), 0U);
  EXPECT_EQ(table.within(0, 31).size(), 2U);
  EXPECT_EQ(table.machines(), 1U);
}

TEST_F(Machines, WhatIsWrongInOneIsNoticed) {
  const auto make = [&](std::vector<MachineRun> runs, std::vector<IpAddress> machines) {
    auto writer = *file::ContainerWriter::create(path_, "mach");
    EXPECT_TRUE(writer.begin("runs"));
    EXPECT_TRUE(writer.write_values(std::span<const MachineRun>(runs)));
    EXPECT_TRUE(writer.begin("machines"));
    EXPECT_TRUE(writer.write_values(std::span<const IpAddress>(machines)));
    EXPECT_TRUE(writer.finish());
    return *MachineTable::of(*file::Container::open(path_, "mach"));
  };
  const IpAddress one = *IpAddress::parse("192.0.2.1");
  const IpAddress two = *IpAddress::parse("192.0.2.2");
  EXPECT_TRUE(make({{0, 3, 0}, {3, 5, 1}}, {one, two}).check(5));
  EXPECT_FALSE(make({{0, 3, 0}, {2, 5, 1}}, {one, two}).check(5));
  EXPECT_FALSE(make({{3, 3, 0}}, {one, two}).check(5));
  EXPECT_FALSE(make({{0, 3, 2}}, {one, two}).check(5));
  EXPECT_EQ(make({{0, 3, 2}}, {one, two}).find(page_id(1)), std::nullopt);
  EXPECT_FALSE(make({{0, 3, 0}}, {two, one}).check(5));
}

}  // namespace
}  // namespace cocite::store
