// The neighbourhood as files. GEXF and GraphML are written by the service.
import type { Vicinity } from '../lib/api';

// RFC 4180; a quote in front of what a spreadsheet would take for a formula.
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

// One line a link, in the order of the service.
export function csv(vicinity: Vicinity): string {
  const lines = vicinity.edges.map(([from, to]) => {
    const source = vicinity.nodes[from]!;
    const target = vicinity.nodes[to]!;
    const texts = [source.url || source.key, target.url || target.key, source.title, target.title];
    return [...texts, source.called ?? '', target.called ?? ''].map(cell).join(',');
  });
  return `${['source,target,source_title,target_title,source_called,target_called', ...lines].join('\r\n')}\r\n`;
}

export function json(vicinity: Vicinity): string {
  return JSON.stringify(vicinity, null, 1);
}

export function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
