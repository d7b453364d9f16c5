import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';

/** The numbers of a chart: one row for each category, one column for each series. */
export interface Figures {
  readonly kind: 'bar' | 'line' | 'area' | 'pie';
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly xLabel: string;
  readonly yLabel: string;
}

export interface Series {
  readonly name: string;
  /** A value for each category; none where the app sent none. */
  readonly values: readonly (number | undefined)[];
}

const chartKinds = ['bar', 'line', 'area', 'pie'] as const;

/** Reads the `chart` of a data_visualization; a pie is one series over its segments. */
export function readFigures(chart: JsonObject): Figures | undefined {
  const kind = chartKinds.find((candidate) => candidate === chart.type);
  if (!kind) return undefined;
  if (kind === 'pie') {
    const segments = asObjects(chart.segments);
    const values = segments.map(({ value }) => Number(value));
    const categories = segments.map(({ label }) => asString(label));
    return { kind, categories, series: [{ name: 'Value', values }], xLabel: '', yLabel: '' };
  }
  const axes = asObject(chart.axis_config);
  const categories = (Array.isArray(axes.categories) ? axes.categories : []).map(asString);
  return {
    kind,
    categories,
    series: asObjects(chart.series).map(({ name, data }) => {
      const points = new Map(asObjects(data).map(({ label, value }) => [asString(label), Number(value)]));
      return { name: asString(name), values: categories.map((category) => points.get(category)) };
    }),
    xLabel: asString(axes.x_label),
    yLabel: asString(axes.y_label),
  };
}

const written = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const inFull = (value: number | undefined): string =>
  value === undefined ? '–' : written.format(value);

/** For an axis, where room is scarce. */
export const inShort = (value: number): string => short.format(value);

export const colourOf = (at: number): string => `var(--chart-${(at % 6) + 1})`;
