import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';

/** The numbers of a bar chart: one row for each category, one column for each series. */
export interface Figures {
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly xLabel: string;
  readonly yLabel: string;
}

interface Series {
  readonly name: string;
  /** A value for each category; none where the app sent none. */
  readonly values: readonly (number | undefined)[];
}

/** Reads the `chart` of a data_visualization. */
export function readFigures(chart: JsonObject): Figures {
  const axes = asObject(chart.axis_config);
  const categories = (Array.isArray(axes.categories) ? axes.categories : []).map(asString);
  return {
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
