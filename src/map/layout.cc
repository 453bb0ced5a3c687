#include "map/layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cocite::map {
namespace {

constexpr int kSwingRounds = 60;
constexpr int kRounds = 180;
constexpr int kApartRounds = 60;
constexpr float kGravity = 0.35F;

// Weights of ties as the layout pulls: the strongest of a page counts 1, so that a page that is unlike all others still
// stands with the ones it is least unlike.
struct Pull {
  uint32_t one;
  uint32_t other;
  float by;
};

std::vector<Pull> pulls_of(size_t pages, std::span<const Tie> ties) {
  std::vector<float> strongest(pages);
  for (const Tie& tie : ties) {
    strongest[tie.one] = std::max(strongest[tie.one], tie.weight);
    strongest[tie.other] = std::max(strongest[tie.other], tie.weight);
  }
  std::vector<Pull> pulls;
  pulls.reserve(ties.size());
  for (const Tie& tie : ties) {
    if (tie.weight <= 0) continue;
    const float share = tie.weight / std::min(strongest[tie.one], strongest[tie.other]);
    pulls.push_back({tie.one, tie.other, std::min(1.0F, share)});
  }
  return pulls;
}

void normalise(std::vector<double>& vector) {
  double sum = 0;
  for (const double one : vector) sum += one * one;
  const double length = std::sqrt(sum);
  if (length < 1e-12) return;
  for (double& one : vector) one /= length;
}

// One of the slowest ways to swing, orthogonal to `before`, by power iteration on (I + D^-1/2 W D^-1/2) / 2.
std::vector<double> swing(size_t pages, std::span<const Pull> pulls,
                          const std::vector<double>& degree,
                          const std::vector<std::vector<double>>& before) {
  std::vector<double> vector(pages);
  for (size_t i = 0; i < pages; ++i) {
    vector[i] = std::sin(1.0 + static_cast<double>(i) * (2.4 + static_cast<double>(before.size())));
  }
  std::vector<double> next(pages);
  for (int round = 0; round < kSwingRounds; ++round) {
    for (size_t i = 0; i < pages; ++i) next[i] = vector[i];
    for (const Pull& pull : pulls) {
      const double by = pull.by / std::sqrt(degree[pull.one] * degree[pull.other]);
      next[pull.one] += by * vector[pull.other];
      next[pull.other] += by * vector[pull.one];
    }
    for (const std::vector<double>& other : before) {
      double dot = 0;
      for (size_t i = 0; i < pages; ++i) dot += next[i] * other[i];
      for (size_t i = 0; i < pages; ++i) next[i] -= dot * other[i];
    }
    normalise(next);
    vector.swap(next);
  }
  return vector;
}

std::vector<Place> start(size_t pages, std::span<const Pull> pulls) {
  std::vector<double> degree(pages, 1e-3);
  for (const Pull& pull : pulls) {
    degree[pull.one] += pull.by;
    degree[pull.other] += pull.by;
  }
  std::vector<std::vector<double>> before(1, std::vector<double>(pages));
  for (size_t i = 0; i < pages; ++i) before[0][i] = std::sqrt(degree[i]);
  normalise(before[0]);
  before.push_back(swing(pages, pulls, degree, before));
  before.push_back(swing(pages, pulls, degree, before));
  std::vector<Place> places(pages);
  const auto scale = static_cast<float>(std::sqrt(static_cast<double>(pages)));
  for (size_t i = 0; i < pages; ++i) {
    // A small spiral keeps equal pages apart.
    const auto angle = static_cast<float>(i) * std::numbers::pi_v<float> * 0.7639F;
    const float out = 0.3F * std::sqrt(static_cast<float>(i + 1) / static_cast<float>(pages));
    places[i] = {scale * static_cast<float>(before[1][i]) * 0.5F + out * std::cos(angle),
                 scale * static_cast<float>(before[2][i]) * 0.5F + out * std::sin(angle)};
  }
  return places;
}

// Into -1 to 1, both directions by the same factor.
void fit(std::vector<Place>& places) {
  if (places.empty()) return;
  const auto [left, right] = std::ranges::minmax(places, {}, &Place::x);
  const auto [low, high] = std::ranges::minmax(places, {}, &Place::y);
  const float x = (left.x + right.x) / 2;
  const float y = (low.y + high.y) / 2;
  const float half = std::max({(right.x - left.x) / 2, (high.y - low.y) / 2, 1e-6F});
  for (Place& place : places) {
    place.x = std::clamp((place.x - x) / half, -1.0F, 1.0F);
    place.y = std::clamp((place.y - y) / half, -1.0F, 1.0F);
  }
}

void move_apart(std::vector<Place>& places) {
  const float least = least_distance(places.size());
  for (int round = 0; round < kApartRounds; ++round) {
    bool has_moved = false;
    for (size_t i = 0; i < places.size(); ++i) {
      for (size_t j = i + 1; j < places.size(); ++j) {
        float dx = places[j].x - places[i].x;
        float dy = places[j].y - places[i].y;
        float distance = std::sqrt(dx * dx + dy * dy);
        if (distance >= least) continue;
        if (distance < 1e-6F) {
          const auto angle = static_cast<float>(j);
          dx = std::cos(angle);
          dy = std::sin(angle);
          distance = 1;
        }
        const float by = (least * 1.05F - std::min(distance, least)) / 2 / distance;
        places[i].x -= dx * by;
        places[i].y -= dy * by;
        places[j].x += dx * by;
        places[j].y += dy * by;
        has_moved = true;
      }
    }
    if (!has_moved) break;
  }
}

}  // namespace

float least_distance(size_t pages) {
  return 0.6F / std::sqrt(static_cast<float>(std::max<size_t>(pages, 1)));
}

std::vector<Place> lay_out(size_t pages, std::span<const Tie> ties) {
  if (pages == 0) return {};
  if (pages == 1) return {Place{}};
  const std::vector<Pull> pulls = pulls_of(pages, ties);
  std::vector<Place> places = start(pages, pulls);
  // Arrays of their own, which the compiler turns into vector instructions.
  std::vector<float> x(pages);
  std::vector<float> y(pages);
  std::vector<float> move_x(pages);
  std::vector<float> move_y(pages);
  for (size_t i = 0; i < pages; ++i) {
    x[i] = places[i].x;
    y[i] = places[i].y;
  }
  const float spring = 1.6F / std::sqrt(static_cast<float>(pages));  // how long a tie would be
  const float push = spring * spring;
  for (int round = 0; round < kRounds; ++round) {
    const float heat = 0.25F * (1 - static_cast<float>(round) / kRounds) + 0.002F;
    for (size_t i = 0; i < pages; ++i) {
      float sum_x = 0;
      float sum_y = 0;
      for (size_t j = 0; j < pages; ++j) {
        const float dx = x[i] - x[j];
        const float dy = y[i] - y[j];
        const float by = push / (dx * dx + dy * dy + 1e-4F);
        sum_x += dx * by;
        sum_y += dy * by;
      }
      move_x[i] = sum_x - kGravity * x[i];
      move_y[i] = sum_y - kGravity * y[i];
    }
    for (const Pull& pull : pulls) {
      const float dx = x[pull.other] - x[pull.one];
      const float dy = y[pull.other] - y[pull.one];
      const float by = pull.by * std::sqrt(dx * dx + dy * dy) / spring;
      move_x[pull.one] += dx * by;
      move_y[pull.one] += dy * by;
      move_x[pull.other] -= dx * by;
      move_y[pull.other] -= dy * by;
    }
    for (size_t i = 0; i < pages; ++i) {
      const float length = std::sqrt(move_x[i] * move_x[i] + move_y[i] * move_y[i]);
      const float by = length > heat ? heat / length : 1;
      x[i] += move_x[i] * by;
      y[i] += move_y[i] * by;
    }
  }
  for (size_t i = 0; i < pages; ++i) places[i] = {x[i], y[i]};
  fit(places);
  move_apart(places);
  fit(places);
  return places;
}

}  // namespace cocite::map
