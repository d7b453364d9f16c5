import { arc, type PieArcDatum, pie } from 'd3-shape';
import { colourOf } from './chart-figures.ts';
import type { DrawProps } from './plot.tsx';

const pieRadius = 100;
const viewRadius = pieRadius + 8;

const shape = arc<PieArcDatum<number>>()
  .innerRadius(pieRadius * 0.55)
  .outerRadius(pieRadius)
  .padAngle(0.015);
const pointed = arc<PieArcDatum<number>>()
  .innerRadius(pieRadius * 0.55)
  .outerRadius(viewRadius - 2)
  .padAngle(0.015);

/** Segments of a whole. The legend names them. */
export function Pie({ figures: { categories, series }, width, at, onPoint }: DrawProps) {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const segments = pie<number>().sort(null)(values);
  const size = Math.min(width, viewRadius * 2);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-viewRadius} ${-viewRadius} ${viewRadius * 2} ${viewRadius * 2}`}
      aria-hidden="true"
    >
      {segments.map((segment) => {
        const name = categories[segment.index] ?? '';
        return (
          <path
            key={name}
            className="bk-segment"
            fill={colourOf(segment.index)}
            d={(segment.index === at ? pointed : shape)(segment) ?? ''}
            onPointerEnter={() => onPoint(segment.index)}
          />
        );
      })}
    </svg>
  );
}
