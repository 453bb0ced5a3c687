import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SmallGraph } from './small_graph';

test('nodes, edges and neighbours', () => {
  const graph = new SmallGraph();
  for (const name of ['a', 'b', 'c']) graph.addNode(name, { x: 0, y: 0 });
  graph.addEdge('a', 'b', { size: 1 });
  graph.addEdge('c', 'a', { size: 2 });
  assert.deepEqual([graph.order, graph.size, graph.nodes(), graph.edges()], [3, 2, ['a', 'b', 'c'], ['0', '1']]);
  assert.deepEqual(graph.neighbors('a'), ['b', 'c']);
  assert.deepEqual(graph.extremities('1'), ['c', 'a']);
  assert.ok(graph.hasExtremity('1', 'a') && !graph.hasExtremity('1', 'b'));
  const seen: unknown[] = [];
  graph.forEachEdge((name, { size }, from, to) => seen.push([name, size, from, to]));
  assert.deepEqual(seen, [['0', 1, 'a', 'b'], ['1', 2, 'c', 'a']]);
});

test('listeners hear once that all nodes have moved', () => {
  const graph = new SmallGraph();
  graph.addNode('a', { x: 0, y: 0 });
  graph.addNode('b', { x: 0, y: 0 });
  const told: unknown[] = [];
  const listen = (event: unknown) => told.push(event);
  graph.on('eachNodeAttributesUpdated', listen);
  graph.moveNodes((name, data) => (data.x = name === 'a' ? 1 : 2));
  assert.deepEqual([graph.getNodeAttributes('a')?.x, graph.getNodeAttributes('b')?.x], [1, 2]);
  assert.deepEqual(told, [{ hints: { attributes: ['x', 'y'] } }]);
  graph.removeListener('eachNodeAttributesUpdated', listen);
  graph.moveNodes(() => undefined);
  assert.equal(told.length, 1);
});
