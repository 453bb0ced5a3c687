// The map on its canvas: Sigma draws, a worker moves the dots to their places.
//
//   const scene = new Scene(box, drawing, 'light', { point: show, open: recentre });
//   scene.zoom(1.5); scene.png(); scene.end();
import { NodeSquareProgram } from '@sigma/node-square';
import Sigma from 'sigma';
import type { NodeHoverDrawingFunction } from 'sigma/rendering';
import type { Shade } from '../lib/theme.svelte';
import { titleOf } from '../lib/words';
import { colours, hostPalette } from './colours';
import type { Dot, Drawing } from './drawing';
import type { Job, Step } from './layout.worker';
import { roundsFor, startPlaces } from './places';
import { SmallGraph } from './small_graph';

const fewEdges = 6000; // up to here they stay to be seen while the map moves

export interface Told {
  point: (dot: number | undefined) => void; // the pointer is over a dot, or left it
  open: (dot: number) => void; // a dot was clicked
  settled: () => void; // nothing moves any more
}

// Smaller where there are many; the asked pages always stand out.
function sizeOf(dot: Dot, dots: number): number {
  const room = Math.max(0.28, Math.min(1, 10 / Math.sqrt(dots)));
  if (dot.part === 'asked') return 6 + 6 * room;
  return dot.part === 'hub' ? room * (3 + 6 * dot.hub) : room * (4 + 14 * dot.authority);
}

export class Scene {
  private readonly graph = new SmallGraph();
  private readonly sigma: Sigma;
  private readonly worker: Worker;
  private lit: number | undefined;
  private litHost: string | undefined;
  private near = new Set<string>();

  constructor(
    box: HTMLElement,
    private readonly drawing: Drawing,
    private shade: Shade,
    told: Told,
  ) {
    const places = startPlaces(drawing.dots);
    drawing.dots.forEach((dot, index) => {
      this.graph.addNode(String(index), {
        x: places[2 * index],
        y: places[2 * index + 1],
        size: sizeOf(dot, drawing.dots.length),
        label: titleOf(dot),
        type: dot.part === 'hub' ? 'square' : 'circle',
        forceLabel: dot.part === 'asked',
        zIndex: dot.part === 'asked' ? 2 : 1,
      });
    });
    for (const [from, to] of drawing.edges) this.graph.addEdge(String(from), String(to), { size: 0.6 });

    this.sigma = new Sigma(this.graph.forSigma, box, {
      allowInvalidContainer: true,
      nodeProgramClasses: { square: NodeSquareProgram },
      hideEdgesOnMove: drawing.edges.length > fewEdges,
      labelRenderedSizeThreshold: 3,
      labelDensity: 0.5,
      labelFont: 'system-ui, sans-serif',
      labelSize: 12.5,
      labelColor: { color: colours[shade].ink },
      defaultDrawNodeHover: this.drawHover,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 4,
      stagePadding: 40,
      nodeReducer: (name, data) => this.nodeLook(name, data),
      edgeReducer: (name, data) => this.edgeLook(name, data),
    });
    this.sigma.on('enterNode', ({ node }) => {
      this.light(Number(node));
      told.point(Number(node));
    });
    this.sigma.on('leaveNode', () => {
      this.light(undefined);
      told.point(undefined);
    });
    this.sigma.on('clickNode', ({ node }) => told.open(Number(node)));

    this.worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.worker.onmessage = ({ data }: MessageEvent<Step>) => {
      if (!calm || data.done) this.move(data.places);
      if (data.done) told.settled();
    };
    const job: Job = {
      places,
      sizes: Float32Array.from(drawing.dots, (dot) => sizeOf(dot, drawing.dots.length)),
      edges: Uint32Array.from(drawing.edges.flat()),
      pulls: Float32Array.from(drawing.pulls),
      rounds: roundsFor(drawing.dots.length),
    };
    this.worker.postMessage(job);
  }

  setShade(shade: Shade) {
    if (shade === this.shade) return;
    this.shade = shade;
    this.sigma.setSetting('labelColor', { color: colours[shade].ink });
    this.sigma.refresh();
  }

  // One dot with its neighbours stands out; undefined: all are equal again.
  light(dot: number | undefined) {
    this.lit = dot;
    this.near = new Set(dot === undefined ? [] : [String(dot), ...this.graph.neighbors(String(dot))]);
    this.sigma.refresh({ skipIndexation: true });
  }

  lightHost(host: string | undefined) {
    this.litHost = host;
    this.sigma.refresh({ skipIndexation: true });
  }

  zoom(factor: number) {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.ratio / factor }, { duration: 150 });
  }

  pan(right: number, down: number) {
    const camera = this.sigma.getCamera();
    const step = 0.12 * camera.ratio;
    void camera.animate({ x: camera.x + right * step, y: camera.y - down * step }, { duration: 100 });
  }

  fit() {
    void this.sigma.getCamera().animatedReset({ duration: 200 });
  }

  // Drawn again and read before the browser clears it.
  png(): Promise<Blob | null> {
    this.sigma.refresh({ schedule: false });
    const layers = Object.values(this.sigma.getCanvases());
    const picture = document.createElement('canvas');
    picture.width = layers[0]?.width ?? 1;
    picture.height = layers[0]?.height ?? 1;
    const pen = picture.getContext('2d')!;
    pen.fillStyle = colours[this.shade].paper;
    pen.fillRect(0, 0, picture.width, picture.height);
    for (const layer of layers) if (layer.width > 0) pen.drawImage(layer, 0, 0);
    return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
  }

  end() {
    this.worker.terminate();
    this.sigma.kill();
  }

  private move(places: Float32Array) {
    this.graph.moveNodes((name, data) => {
      data.x = places[2 * Number(name)];
      data.y = places[2 * Number(name) + 1];
    });
  }

  private nodeLook(name: string, data: Record<string, unknown>) {
    const dot = this.drawing.dots[Number(name)]!;
    const look = colours[this.shade];
    const own = dot.part === 'asked' ? look.asked : (hostPalette[dot.colour] ?? look.otherHost);
    const isFar =
      (this.lit !== undefined && !this.near.has(name)) || (this.litHost !== undefined && dot.host !== this.litHost);
    if (isFar) return { ...data, color: look.faded, label: '', forceLabel: false, zIndex: 0 };
    return { ...data, color: own, highlighted: this.lit === Number(name) };
  }

  private edgeLook(name: string, data: Record<string, unknown>) {
    const look = colours[this.shade];
    if (this.lit !== undefined) {
      const isLit = this.graph.hasExtremity(name, String(this.lit));
      return isLit ? { ...data, color: look.litEdge, size: 1, zIndex: 1 } : { ...data, hidden: true };
    }
    return { ...data, color: look.edge, hidden: this.litHost !== undefined };
  }

  private readonly drawHover: NodeHoverDrawingFunction = (pen, data, settings) => {
    if (!data.label) return;
    const look = colours[this.shade];
    pen.font = `600 ${settings.labelSize}px ${settings.labelFont}`;
    const width = pen.measureText(data.label).width + 18;
    const height = settings.labelSize + 14;
    const left = data.x + data.size + 6;
    pen.beginPath();
    pen.roundRect(left, data.y - height / 2, width, height, 6);
    pen.fillStyle = look.ink;
    pen.fill();
    pen.fillStyle = look.paper;
    pen.textBaseline = 'middle';
    pen.fillText(data.label, left + 9, data.y + 1);
    pen.textBaseline = 'alphabetic';
    pen.beginPath();
    pen.arc(data.x, data.y, data.size + 3, 0, 2 * Math.PI);
    pen.strokeStyle = look.ink;
    pen.lineWidth = 2;
    pen.stroke();
  };
}
