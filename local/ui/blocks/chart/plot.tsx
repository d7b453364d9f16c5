import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';

/** The data of a bar chart: a row for each category, a column for each series. */
export interface Figures {
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly yLabel: string;
}

interface Series {
  readonly name: string;
  /** A value for each category; undefined if the app sent none. */
  readonly values: readonly (number | undefined)[];
}

const written = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const inFull = (value: number | undefined): string =>
  value === undefined ? '–' : written.format(value);

export const colourOf = (at: number): string => `var(--chart-${(at % 6) + 1})`;

const plotHeight = 240;
const topMargin = 12;
const lineHeight = 18;
/** Approximate width of a letter of an axis, in pixels. */
const letterWidth = 6.6;
const scaleSteps = 5;

/** Bars side by side over their categories, in a given width in pixels. A pointer over a bar shows its value. */
export function Plot({ figures, width }: { figures: Figures; width: number }) {
  const { categories, series, yLabel } = figures;
  const values = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(scaleSteps);
  const ticks = y.ticks(scaleSteps);
  const left =
    8 + letterWidth * Math.max(...ticks.map((tick) => short.format(tick).length)) + (yLabel ? lineHeight : 0);
  const bottom = plotHeight - lineHeight - 4;
  y.range([bottom, topMargin]);
  const x = scaleBand(categories, [left, width - 4])
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const middle = (category: string): number => (x(category) ?? 0) + x.bandwidth() / 2;
  const every = Math.ceil(
    (letterWidth * Math.max(1, ...categories.map(({ length }) => length)) + 8) / x.step(),
  );
  return (
    <svg width={width} height={plotHeight} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="bk-grid" x1={left} x2={width - 4} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
            {short.format(tick)}
          </text>
        </g>
      ))}
      {categories.map((category, index) =>
        index % every === 0 ? (
          <text key={category} x={middle(category)} y={bottom + lineHeight - 3} textAnchor="middle">
            {category}
          </text>
        ) : null,
      )}
      {yLabel && (
        <text
          // A sign such as $ stays upright; only words are rotated.
          transform={`translate(12 ${(topMargin + bottom) / 2})${yLabel.length > 2 ? ' rotate(-90)' : ''}`}
          textAnchor="middle"
        >
          {yLabel}
        </text>
      )}
      <Bars figures={figures} x={x} y={y} />
      <line className="bk-axis" x1={left} x2={width - 4} y1={y(0)} y2={y(0)} />
    </svg>
  );
}

interface Scales {
  readonly figures: Figures;
  readonly x: ScaleBand<string>;
  readonly y: ScaleLinear<number, number>;
}

const maxBarWidth = 56;

function Bars({ figures: { categories, series }, x, y }: Scales) {
  const names = series.map(({ name }) => name);
  const room = Math.min(x.bandwidth(), maxBarWidth * names.length);
  const inset = (x.bandwidth() - room) / 2;
  const inner = scaleBand(names, [0, room]).paddingInner(0.08);
  return series.flatMap(({ name, values }, index) =>
    categories.map((category, place) => {
      const value = values[place];
      if (value === undefined) return null;
      return (
        <rect
          key={`${name} ${category}`}
          fill={colourOf(index)}
          x={(x(category) ?? 0) + inset + (inner(name) ?? 0)}
          width={inner.bandwidth()}
          y={Math.min(y(0), y(value))}
          height={Math.abs(y(value) - y(0))}
          rx={2}
        >
          <title>{`${category}: ${name} ${inFull(value)}`}</title>
        </rect>
      );
    }),
  );
}
