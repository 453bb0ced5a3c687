// ForceAtlas2 beside the page's own thread, a few rounds at a time, so that the map stays smooth.
// In: sizes and edges. Out: the places of all dots, several times, the last one with `done`.
import iterate from 'graphology-layout-forceatlas2/iterate.js';

export interface Job {
  places: Float32Array; // x, y of each dot to start with
  sizes: Float32Array;
  edges: Uint32Array; // from, to
  pulls: Float32Array; // of edges
  rounds: number;
}

export interface Step {
  places: Float32Array;
  done: boolean;
}

// How ForceAtlas2 lays out a dot and an edge.
const dotWidth = 10;
const edgeWidth = 3;
const shownEveryMs = 40;
const manyDots = 1500; // below, every pair is quicker than Barnes and Hut's tree

onmessage = ({ data: job }: MessageEvent<Job>) => {
  const order = job.sizes.length;
  const dots = new Float32Array(order * dotWidth);
  const edges = new Float32Array((job.edges.length / 2) * edgeWidth);
  for (let i = 0; i < order; ++i) {
    dots[i * dotWidth] = job.places[2 * i]!;
    dots[i * dotWidth + 1] = job.places[2 * i + 1]!;
    dots[i * dotWidth + 6] = 1;
    dots[i * dotWidth + 7] = 1;
    dots[i * dotWidth + 8] = job.sizes[i]!;
  }
  for (let e = 0; e < job.edges.length / 2; ++e) {
    const from = job.edges[2 * e]! * dotWidth;
    const to = job.edges[2 * e + 1]! * dotWidth;
    edges[e * edgeWidth] = from;
    edges[e * edgeWidth + 1] = to;
    edges[e * edgeWidth + 2] = job.pulls[e]!;
    dots[from + 6]! += job.pulls[e]!;
    dots[to + 6]! += job.pulls[e]!;
  }
  const settings = {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 10,
    strongGravityMode: false,
    gravity: 5,
    slowDown: 1 + Math.log(Math.max(order, 2)),
    barnesHutOptimize: order > manyDots,
    barnesHutTheta: 0.7,
  };
  let shown = performance.now();
  for (let round = 1; round <= job.rounds; ++round) {
    iterate(settings, dots, edges);
    const done = round === job.rounds;
    if (!done && performance.now() - shown < shownEveryMs) continue;
    shown = performance.now();
    const places = new Float32Array(order * 2);
    for (let i = 0; i < order; ++i) {
      places[2 * i] = dots[i * dotWidth]!;
      places[2 * i + 1] = dots[i * dotWidth + 1]!;
    }
    postMessage({ places, done } satisfies Step, { transfer: [places.buffer] });
  }
};
