// A map of related pages as an SVG: what the canvas shows, to be printed and edited. A pure function.
import type { Shade } from '../lib/theme.svelte';
import { radiusAt, type Atlas, type Label } from './atlas';
import { colours, hostPalette } from './colours';

export interface Window {
  width: number;
  height: number;
  middle: number; // from the top
  zoom: number;
  scale: number; // pixels a unit
  centre: { x: number; y: number };
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

export function atlasSvg(atlas: Atlas, labels: Label[], window: Window, shade: Shade): string {
  const look = colours[shade];
  const x = (value: number) => window.width / 2 + (value - window.centre.x) * window.scale;
  const y = (value: number) => window.middle + (value - window.centre.y) * window.scale;
  const n = (value: number) => value.toFixed(1);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${window.width}" height="${window.height}" viewBox="0 0 ${window.width} ${window.height}" font-family="system-ui, sans-serif" font-size="12.5">`,
    `<rect width="100%" height="100%" fill="${look.paper}"/>`,
    `<g stroke="${look.edge}">`,
  ];
  for (const line of atlas.lines) {
    const [one, other] = [atlas.dots[line.one]!, atlas.dots[line.other]!];
    parts.push(
      `<line x1="${n(x(one.x))}" y1="${n(y(one.y))}" x2="${n(x(other.x))}" y2="${n(y(other.y))}" stroke-width="${line.weight > 0.3 ? 1.4 : 0.8}"/>`,
    );
  }
  parts.push(`</g><g stroke="${look.paper}" stroke-width="1.5">`);
  for (const dot of atlas.dots) {
    const colour = hostPalette[dot.node.community % hostPalette.length]!;
    const radius = radiusAt(dot, window.zoom);
    const title = `<title>${escape(dot.node.label)} ${escape(dot.node.url || dot.node.key)}</title>`;
    if (dot.node.role === 'tie') {
      const r = radius * 1.25;
      const [cx, cy] = [x(dot.x), y(dot.y)];
      const points = [[cx, cy - r], [cx + r, cy], [cx, cy + r], [cx - r, cy]].map(([a, b]) => `${n(a!)},${n(b!)}`).join(' ');
      parts.push(`<polygon points="${points}" fill="${colour}">${title}</polygon>`);
    } else {
      const ring = dot.node.role === 'query' ? ` stroke="${look.asked}" stroke-width="2.5"` : '';
      parts.push(`<circle cx="${n(x(dot.x))}" cy="${n(y(dot.y))}" r="${n(radius)}" fill="${colour}"${ring}>${title}</circle>`);
    }
  }
  parts.push(`</g><g fill="${look.ink}" stroke="${look.paper}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke" dominant-baseline="middle">`);
  for (const label of labels) {
    const isName = label.group !== undefined;
    const isBold = isName || atlas.dots[label.dot ?? -1]?.node.role === 'query';
    const style = `${isBold ? ' font-weight="600"' : ''}${isName ? ` font-size="14.4" fill="${look.names[label.group! % look.names.length]}"` : ''}`;
    parts.push(`<text x="${n(x(0) + label.x)}" y="${n(y(0) + label.y)}"${style}>${escape(label.text)}</text>`);
  }
  parts.push('</g></svg>');
  return parts.join('\n');
}
