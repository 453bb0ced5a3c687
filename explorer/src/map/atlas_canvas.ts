// A map of related pages on a canvas, to be moved, zoomed and pointed at.
//
//   const canvas = new AtlasCanvas(box, atlas, 'light', { point: show, open: go });
//   canvas.light([3]); canvas.zoom(1.5); await canvas.png(); canvas.svg(); canvas.end();
import type { Shade } from '../lib/theme.svelte';
import { around, labelHeight, placeLabels, radiusAt, stretched, type Atlas, type Label, type Near } from './atlas';
import { colours, hostPalette } from './colours';
import { atlasSvg } from './atlas_svg';

export interface AtlasEvents {
  point: (dot: number | undefined) => void;
  open: (dot: number, isAdded: boolean) => void; // isAdded: with shift
}

export const font = (size: number, isBold: boolean) => `${isBold ? '600 ' : ''}${size}px system-ui, sans-serif`;
const margin = 70; // pixels around the map, for labels
const strip = 34; // at the bottom, where the pointed page is named
const widest = 1.7; // how much a map is stretched to fill a wide or a tall window
const fewLines = 4000; // up to here they are drawn while the map moves

export class AtlasCanvas {
  private readonly canvas = document.createElement('canvas');
  private readonly pen = this.canvas.getContext('2d')!;
  private readonly watcher: ResizeObserver;
  private readonly widths = new Map<string, number>();
  private readonly sprites = new Map<string, HTMLCanvasElement>();
  private atlas: Atlas; // the square one, as wide as the window is
  private width = 1;
  private height = 1;
  private zoomed = 1;
  private centre = { x: 0, y: 0 }; // in units of the map
  private labels: Label[] = [];
  private labelsFor = '';
  private lit: number[] = [];
  private near: Near | undefined;
  private litGroup: number | undefined;
  private frame = 0;
  private isMoving = false;
  private rest = 0;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pressed: { x: number; y: number; moved: boolean } | undefined;
  private pointed: number | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly square: Atlas,
    private shade: Shade,
    private readonly events: AtlasEvents,
  ) {
    this.atlas = square;
    this.canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab';
    box.append(this.canvas);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(box);
    this.resize();
    this.canvas.addEventListener('pointerdown', this.down);
    this.canvas.addEventListener('pointermove', this.move);
    this.canvas.addEventListener('pointerup', this.up);
    this.canvas.addEventListener('pointercancel', this.up);
    this.canvas.addEventListener('pointerleave', () => this.pointAt(undefined));
    this.canvas.addEventListener('wheel', this.wheel, { passive: false });
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.watcher.disconnect();
    this.canvas.remove();
  }

  setShade(shade: Shade) {
    if (shade === this.shade) return;
    this.shade = shade;
    this.sprites.clear();
    this.redraw();
  }

  // These stand out, with what they are tied to if there is only one; none: all are equal.
  light(dots: number[]) {
    this.lit = dots;
    this.near = dots.length === 1 ? around(this.atlas, dots[0]!) : undefined;
    this.redraw();
  }

  lightGroup(group: number | undefined) {
    this.litGroup = group;
    this.redraw();
  }

  zoom(factor: number, at = { x: this.width / 2, y: this.middle }) {
    const before = this.world(at);
    this.zoomed = Math.min(40, Math.max(0.5, this.zoomed * factor));
    const after = this.world(at);
    this.centre.x += before.x - after.x;
    this.centre.y += before.y - after.y;
    this.stir();
  }

  pan(right: number, down: number) {
    this.centre.x += (right * 80) / this.scale;
    this.centre.y += (down * 80) / this.scale;
    this.stir();
  }

  fit() {
    this.zoomed = 1;
    this.centre = { x: 0, y: 0 };
    this.redraw();
  }

  // Moves a dot into view.
  show(id: number) {
    const dot = this.atlas.dots[id];
    if (!dot) return;
    const { x, y } = this.screen(dot);
    if (x > margin && y > margin && x < this.width - margin && y < this.height - margin) return;
    this.centre = { x: dot.x, y: dot.y };
    this.redraw();
  }

  // Where a dot is, in pixels of the box: for tests.
  placeOf(id: number) {
    return this.screen(this.atlas.dots[id]!);
  }

  png(): Promise<Blob | null> {
    this.draw(true);
    return new Promise((resolve) => {
      this.canvas.toBlob((picture) => {
        this.draw();
        resolve(picture);
      }, 'image/png');
    });
  }

  svg(): string {
    return atlasSvg(this.atlas, this.currentLabels(), { width: this.width, height: this.height, middle: this.middle, zoom: this.zoomed, scale: this.scale, centre: this.centre }, this.shade);
  }

  // For the map itself, without the margin for labels.
  private get room() {
    const across = this.width - 2 * margin;
    const down = this.height - strip - 2 * (margin - 25);
    return { across, down, aspect: Math.min(widest, Math.max(1 / widest, across / Math.max(1, down))) };
  }

  private get scale(): number {
    const { across, down, aspect } = this.room;
    return (Math.max(60, Math.min(across / aspect, down)) / 2) * this.zoomed;
  }

  private get middle(): number {
    return (this.height - strip) / 2;
  }

  private screen({ x, y }: { x: number; y: number }) {
    return { x: this.width / 2 + (x - this.centre.x) * this.scale, y: this.middle + (y - this.centre.y) * this.scale };
  }

  private world({ x, y }: { x: number; y: number }) {
    return { x: this.centre.x + (x - this.width / 2) / this.scale, y: this.centre.y + (y - this.middle) / this.scale };
  }

  private resize() {
    const sharp = Math.min(2, devicePixelRatio || 1);
    this.width = Math.max(1, this.box.clientWidth);
    this.height = Math.max(1, this.box.clientHeight);
    this.canvas.width = Math.round(this.width * sharp);
    this.canvas.height = Math.round(this.height * sharp);
    this.pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    this.sprites.clear();
    this.atlas = stretched(this.square, this.room.aspect);
    this.labelsFor = '';
    this.draw();
  }

  // Drawn in parts while it moves, and wholly once it rests.
  private stir() {
    this.isMoving = true;
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.isMoving = false;
      this.redraw();
    }, 120);
    this.redraw();
  }

  private redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private readonly measure = (text: string, isBold: boolean) => {
    const key = `${isBold}${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.pen.font = font(12.5, isBold);
      width = this.pen.measureText(text).width;
      this.widths.set(key, width);
    }
    return width;
  };

  // They depend on the zoom alone, so they stay where they are while the map is moved.
  private currentLabels(): Label[] {
    const key = `${this.scale} ${this.lit.join(' ')}`;
    if (key !== this.labelsFor) {
      const first = this.near ? [...this.lit, ...this.near.witnesses, ...this.near.dots] : this.lit;
      this.labels = placeLabels(this.atlas, this.scale, this.zoomed, this.measure, [...new Set(first)], this.zoomed <= 1 ? { x: this.width / 2 - 2, y: this.middle - 2 } : undefined);
      this.labelsFor = key;
    }
    return this.labels;
  }

  private isFaded(id: number): boolean {
    const dot = this.atlas.dots[id]!;
    if (this.near) return !this.near.dots.has(id);
    if (this.lit.length > 0) return !this.lit.includes(id) && dot.node.role !== 'query';
    return this.litGroup !== undefined && dot.node.community !== this.litGroup;
  }

  private draw(isOpaque = false) {
    const { pen } = this;
    const look = colours[this.shade];
    pen.clearRect(0, 0, this.width, this.height);
    if (isOpaque) {
      pen.fillStyle = look.paper;
      pen.fillRect(0, 0, this.width, this.height);
    }
    this.drawGroups();
    if (!this.isMoving || this.atlas.lines.length <= fewLines) this.drawLines();
    for (const dot of this.atlas.dots) if (this.isFaded(dot.id)) this.drawDot(dot.id, true);
    for (const dot of this.atlas.dots) if (!this.isFaded(dot.id)) this.drawDot(dot.id, false);
    this.drawLabels();
    this.canvas.dataset.drawn = String(Number(this.canvas.dataset.drawn ?? 0) + 1);
  }

  // A soft ground behind each community.
  private drawGroups() {
    const { pen } = this;
    if (this.atlas.dots.length > 800 || this.atlas.groups.length < 2) return;
    pen.globalAlpha = this.shade === 'dark' ? 0.13 : 0.1;
    this.atlas.groups.forEach((_, group) => {
      if (this.litGroup !== undefined && group !== this.litGroup) return;
      pen.beginPath();
      for (const dot of this.atlas.dots) {
        if (dot.node.community !== group) continue;
        const { x, y } = this.screen(dot);
        const radius = 16 + 12 * Math.min(3, this.zoomed) + radiusAt(dot, this.zoomed);
        pen.moveTo(x + radius, y);
        pen.arc(x, y, radius, 0, 2 * Math.PI);
      }
      pen.fillStyle = hostPalette[group % hostPalette.length]!;
      pen.fill();
    });
    pen.globalAlpha = 1;
  }

  private drawLines() {
    const { pen, atlas } = this;
    const look = colours[this.shade];
    const stroke = (alpha: number, width: number, colour: string, wants: (index: number) => boolean) => {
      pen.globalAlpha = alpha;
      pen.lineWidth = width;
      pen.strokeStyle = colour;
      pen.beginPath();
      atlas.lines.forEach((line, index) => {
        if (!wants(index)) return;
        const one = this.screen(atlas.dots[line.one]!);
        const other = this.screen(atlas.dots[line.other]!);
        pen.moveTo(one.x, one.y);
        pen.lineTo(other.x, other.y);
      });
      pen.stroke();
    };
    const isDim = this.lit.length > 0 || this.litGroup !== undefined;
    const isStrong = (index: number) => atlas.lines[index]!.weight > 0.3;
    stroke(isDim ? 0.25 : 0.8, 0.8, look.edge, (index) => !isStrong(index));
    stroke(isDim ? 0.25 : 1, 1.4, look.edge, isStrong);
    const { near } = this;
    if (near) {
      stroke(0.55, 1.2, look.litEdge, (index) => near.lines.has(index));
      pen.globalAlpha = 0.9;
      pen.strokeStyle = look.litEdge;
      pen.lineWidth = 1.8;
      pen.beginPath();
      for (const [from, to] of near.links) {
        const one = this.screen(atlas.dots[from]!);
        const other = this.screen(atlas.dots[to]!);
        pen.moveTo(one.x, one.y);
        pen.lineTo(other.x, other.y);
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  private drawDot(id: number, isFaded: boolean) {
    const dot = this.atlas.dots[id]!;
    const radius = Math.round(2 * radiusAt(dot, this.zoomed)) / 2;
    const { x, y } = this.screen(dot);
    if (x < -40 || y < -40 || x > this.width + 40 || y > this.height + 40) return;
    const isLit = this.lit.includes(id);
    const key = `${dot.node.role} ${isFaded ? 'faded' : dot.node.community % hostPalette.length} ${isLit} ${radius}`;
    let sprite = this.sprites.get(key);
    if (!sprite) {
      sprite = this.sprite(dot.node.role, isFaded ? undefined : dot.node.community, isLit, radius);
      this.sprites.set(key, sprite);
    }
    const size = sprite.width / Math.min(2, devicePixelRatio || 1);
    this.pen.drawImage(sprite, x - size / 2, y - size / 2, size, size);
  }

  // A dot drawn once, to be copied: thousands take milliseconds.
  private sprite(role: string, group: number | undefined, isLit: boolean, radius: number): HTMLCanvasElement {
    const sharp = Math.min(2, devicePixelRatio || 1);
    const look = colours[this.shade];
    const half = radius + 5;
    const sprite = document.createElement('canvas');
    sprite.width = sprite.height = Math.ceil(2 * half * sharp);
    const pen = sprite.getContext('2d')!;
    pen.scale(sharp, sharp);
    pen.translate(half, half);
    pen.fillStyle = group === undefined ? look.faded : hostPalette[group % hostPalette.length]!;
    pen.strokeStyle = look.paper;
    pen.lineWidth = 1.5;
    pen.beginPath();
    if (role === 'tie') {
      const r = radius * 1.25;
      pen.moveTo(0, -r);
      pen.lineTo(r, 0);
      pen.lineTo(0, r);
      pen.lineTo(-r, 0);
      pen.closePath();
    } else {
      pen.arc(0, 0, radius, 0, 2 * Math.PI);
    }
    pen.fill();
    pen.stroke();
    if (role === 'query' && group !== undefined) {
      pen.strokeStyle = look.asked;
      pen.lineWidth = 2.5;
      pen.stroke();
    }
    if (isLit) {
      pen.beginPath();
      pen.arc(0, 0, radius + 3, 0, 2 * Math.PI);
      pen.strokeStyle = look.ink;
      pen.lineWidth = 2;
      pen.stroke();
    }
    return sprite;
  }

  private drawLabels() {
    const { pen } = this;
    const look = colours[this.shade];
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    const middle = this.screen({ x: 0, y: 0 });
    for (const label of this.currentLabels()) {
      const [x, y] = [middle.x + label.x, middle.y + label.y];
      if (x + label.width < 0 || y < -labelHeight || x > this.width || y > this.height + labelHeight) continue;
      const isName = label.group !== undefined;
      const isFaded = isName ? this.lit.length > 0 || (this.litGroup !== undefined && label.group !== this.litGroup) : this.isFaded(label.dot!);
      if (isFaded && !isName) continue;
      pen.globalAlpha = isFaded ? 0.35 : 1;
      const isBold = isName || this.lit.includes(label.dot!) || this.atlas.dots[label.dot!]!.node.role === 'query';
      pen.font = isName ? font(14.4, true) : font(12.5, isBold);
      pen.lineWidth = 3.5;
      pen.strokeStyle = look.paper;
      pen.strokeText(label.text, x, y);
      pen.fillStyle = isName ? look.names[label.group! % look.names.length]! : look.ink;
      pen.fillText(label.text, x, y);
    }
    pen.globalAlpha = 1;
  }

  private dotAt(at: { x: number; y: number }): number | undefined {
    let best: number | undefined;
    let nearest = Infinity;
    for (const dot of this.atlas.dots) {
      const { x, y } = this.screen(dot);
      const distance = Math.hypot(x - at.x, y - at.y) - radiusAt(dot, this.zoomed);
      if (distance < 5 && distance < nearest) [best, nearest] = [dot.id, distance];
    }
    if (best !== undefined) return best;
    const middle = this.screen({ x: 0, y: 0 });
    const label = this.currentLabels().find(
      ({ dot, x, y, width }) =>
        dot !== undefined && at.x >= middle.x + x && at.x <= middle.x + x + width && Math.abs(at.y - middle.y - y) < labelHeight / 2,
    );
    return label?.dot;
  }

  private at(event: MouseEvent) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private pointAt(dot: number | undefined) {
    if (dot === this.pointed) return;
    this.pointed = dot;
    this.canvas.style.cursor = dot === undefined ? 'grab' : 'pointer';
    this.events.point(dot);
  }

  private readonly down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.at(event);
    this.pointers.set(event.pointerId, at);
    this.pressed = { ...at, moved: this.pointers.size > 1 };
  };

  private readonly move = (event: PointerEvent) => {
    const at = this.at(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.pointAt(this.dotAt(at));
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.pointers.set(event.pointerId, at);
    const other = others[0];
    if (other) {
      // Two fingers.
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      if (was > 0) this.zoom(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      return;
    }
    if (this.pressed && Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) > 4) this.pressed.moved = true;
    if (!this.pressed?.moved) return;
    this.centre.x -= (at.x - before.x) / this.scale;
    this.centre.y -= (at.y - before.y) / this.scale;
    this.stir();
  };

  private readonly up = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    const { pressed } = this;
    this.pressed = undefined;
    if (event.type !== 'pointerup' || !pressed || pressed.moved) return;
    const dot = this.dotAt(this.at(event));
    if (dot !== undefined) this.events.open(dot, event.shiftKey);
  };

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), this.at(event));
  };
}
