declare module 'graphology-layout-forceatlas2/iterate.js' {
  export default function iterate(
    settings: Record<string, number | boolean>,
    dots: Float32Array,
    edges: Float32Array,
  ): unknown;
}
