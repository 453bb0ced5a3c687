// The neighbourhood as files. GEXF and GraphML are written by the service.
import type { Vicinity } from '../lib/api';
import { csvCell } from '../lib/copies';

// One line a link, in the order of the service.
export function csv(vicinity: Vicinity): string {
  const lines = vicinity.edges.map(([from, to]) => {
    const source = vicinity.nodes[from]!;
    const target = vicinity.nodes[to]!;
    const texts = [source.url || source.key, target.url || target.key, source.title, target.title];
    return [...texts, source.called ?? '', target.called ?? ''].map(csvCell).join(',');
  });
  return `${['source,target,source_title,target_title,source_called,target_called', ...lines].join('\r\n')}\r\n`;
}

export function json(vicinity: Vicinity): string {
  return JSON.stringify(vicinity, null, 1);
}
