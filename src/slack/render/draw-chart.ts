import type { KnownBlock } from '@slack/types';
import type { Chart } from '../../answer/answer.ts';
import { label } from './plain-text.ts';

/** Slack's chart block, which `@slack/types` does not define yet. */
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

/** Every block that Skydesk sends. */
export type AnyBlock = KnownBlock | DataVisualizationBlock;

/** Whether modals support a block as well. */
export const isKnown = (block: AnyBlock): block is KnownBlock => block.type !== 'data_visualization';

const maxPoints = 20;
const maxSeries = 6;

/** Renders a bar chart of the newest 20 points of at most six series; undefined if Slack's chart block can't show the data. */
export function drawChart({ title, labels, series, unit }: Chart): DataVisualizationBlock | undefined {
  const categories = labels.slice(-maxPoints).map((text) => label(text, 20));
  const from = labels.length - categories.length;
  const rendered = series.slice(0, maxSeries).map(({ name, values }) => ({
    name: label(name, 20),
    data: categories.map((category, at) => ({ label: category, value: values[from + at] ?? 0 })),
  }));
  const numbers = rendered.flatMap(({ data }) => data.map(({ value }) => value));
  const shows =
    numbers.length > 0 &&
    numbers.every(Number.isFinite) &&
    allDiffer(categories) &&
    allDiffer(rendered.map(({ name }) => name));
  if (!shows) return undefined;
  return {
    type: 'data_visualization',
    title: label(title, 50),
    chart: {
      type: 'bar',
      series: rendered,
      axis_config: { categories, ...(unit && { y_label: label(unit, 50) }) },
    },
  };
}

const allDiffer = (words: readonly string[]): boolean => new Set(words).size === words.length;
