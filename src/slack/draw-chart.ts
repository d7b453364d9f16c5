import type { KnownBlock } from '@slack/types';
import type { Chart } from '../core/answer.ts';
import { clean } from './plain-text.ts';

/** Slack's chart block, which its own types do not know yet (blockkit.md, data_visualization). */
export interface DataVisualizationBlock {
  readonly type: 'data_visualization';
  readonly title: string;
  readonly chart: {
    readonly type: 'bar' | 'line' | 'area';
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: { readonly categories: readonly string[]; readonly y_label?: string };
  };
}

export type AnyBlock = KnownBlock | DataVisualizationBlock;

const mostPoints = 20;
const mostSeries = 6;

/** The newest points of at most six series, as bars. */
export function drawChart({ title, labels, series, unit }: Chart): DataVisualizationBlock {
  const categories = labels.slice(-mostPoints).map((label) => clean(label, 20));
  const from = labels.length - categories.length;
  return {
    type: 'data_visualization',
    title: clean(title, 50),
    chart: {
      type: 'bar',
      series: series.slice(0, mostSeries).map(({ name, values }) => ({
        name: clean(name, 20),
        data: categories.map((label, at) => ({ label, value: values[from + at] ?? 0 })),
      })),
      axis_config: { categories, y_label: clean(unit, 50) },
    },
  };
}
