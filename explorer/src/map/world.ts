// The countries of the world as paths of an SVG, 360 wide and 180 high: a degree is a unit.
//
//   const countries = countriesOf(await (await fetch(atlas)).json());
//   countries[0]   // { code: 242, name: 'Fiji', path: 'M…' }
//
// Shapes are Natural Earth's, from the package world-atlas: a file beside the page, nothing is asked from elsewhere.
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export interface Country {
  code: number; // ISO 3166-1 numeric; 0: none
  name: string;
  path: string;
}

type Ring = number[][];

// A ring that goes over the date line (Russia, Fiji) goes on beyond the edge of the map and stands a second time at the other
// edge; what is outside is cut off by the map. Joined as they are, its points would be lines across the world.
export function ringPath(ring: Ring): string {
  let turns = 0;
  let before: number | undefined;
  let [least, most] = [0, 0];
  const points = ring.map(([lon = 0, lat = 0]) => {
    if (before !== undefined && Math.abs(lon - before) > 180) turns += lon < before ? 360 : -360;
    before = lon;
    least = Math.min(least, turns);
    most = Math.max(most, turns);
    return [lon + turns + 180, 90 - lat] as const;
  });
  const drawn = (shift: number) => `M${points.map(([x, y]) => `${(x + shift).toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
  return drawn(0) + (most > 0 ? drawn(-360) : '') + (least < 0 ? drawn(360) : '');
}

function pathOf(geometry: { type: string; coordinates?: unknown }): string {
  if (geometry.type === 'Polygon') return (geometry.coordinates as Ring[]).map(ringPath).join('');
  if (geometry.type === 'MultiPolygon') return (geometry.coordinates as Ring[][]).flat().map(ringPath).join('');
  return '';
}

export type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

export const countriesOf = (topology: World): Country[] =>
  feature(topology, topology.objects.countries)
    .features.filter(({ id }) => Number(id ?? 0) !== 10) // Antarctica takes a quarter of the map
    .map(({ id, properties, geometry }) => ({
      code: Number(id ?? 0),
      name: properties.name,
      path: pathOf(geometry as { type: string; coordinates?: unknown }),
    }));
