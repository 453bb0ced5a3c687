// A directed graph with what Sigma asks of one, and no more: graphology's own is eight times as large as all that is used.
//
//   const graph = new SmallGraph();
//   graph.addNode('0', { x: 0, y: 0 }); graph.addNode('1', { x: 1, y: 0 }); graph.addEdge('0', '1', { size: 1 });
//   graph.moveNodes((name, data) => { data.x = 2; });      // listeners hear it once
import type { AbstractGraph, Attributes } from 'graphology-types';

interface Edge {
  ends: [string, string];
  data: Attributes;
}
type Listener = (event: unknown) => void;

export class SmallGraph {
  readonly multi = false;
  private readonly nodesByName = new Map<string, Attributes>();
  private readonly edgesByName = new Map<string, Edge>();
  private readonly near = new Map<string, string[]>();
  private readonly listeners = new Map<string, Set<Listener>>();

  // By these Sigma tells a graph; it never calls them.
  addUndirectedEdgeWithKey() {}
  dropNode() {}

  get order() {
    return this.nodesByName.size;
  }

  get size() {
    return this.edgesByName.size;
  }

  get forSigma(): AbstractGraph {
    return this as unknown as AbstractGraph;
  }

  addNode(name: string, data: Attributes) {
    this.nodesByName.set(name, data);
    this.near.set(name, []);
  }

  // Between nodes that are there.
  addEdge(from: string, to: string, data: Attributes) {
    this.edgesByName.set(String(this.size), { ends: [from, to], data });
    this.near.get(from)!.push(to);
    this.near.get(to)!.push(from);
  }

  moveNodes(move: (name: string, data: Attributes) => void) {
    this.nodesByName.forEach((data, name) => move(name, data));
    this.listeners.get('eachNodeAttributesUpdated')?.forEach((tell) => tell({ hints: { attributes: ['x', 'y'] } }));
  }

  neighbors = (name: string) => this.near.get(name) ?? [];
  nodes = () => [...this.nodesByName.keys()];
  edges = () => [...this.edgesByName.keys()];
  hasNode = (name: string) => this.nodesByName.has(name);
  hasEdge = (name: string) => this.edgesByName.has(name);
  getNodeAttributes = (name: string) => this.nodesByName.get(name);
  getEdgeAttributes = (name: string) => this.edgesByName.get(name)?.data;
  extremities = (name: string) => this.edgesByName.get(name)!.ends;
  hasExtremity = (edge: string, node: string) => this.extremities(edge).includes(node);

  forEachNode(visit: (name: string, data: Attributes) => void) {
    this.nodesByName.forEach((data, name) => visit(name, data));
  }

  forEachEdge(visit: (name: string, data: Attributes, from: string, to: string) => void) {
    this.edgesByName.forEach(({ ends, data }, name) => visit(name, data, ...ends));
  }

  on(event: string, listener: Listener) {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all.add(listener));
  }

  removeListener(event: string, listener: Listener) {
    this.listeners.get(event)?.delete(listener);
  }
}
