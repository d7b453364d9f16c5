import { asObject, asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import { type Page, pad, paint, widthOf } from './terminal-page.ts';

interface Bar {
  readonly label: string;
  readonly series: string;
  readonly value: number;
}

const colours = ['blue', 'green', 'yellow', 'magenta', 'cyan', 'red'] as const;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Renders a data_visualization block as bars, one per category and series. */
export function renderChart(block: JsonObject, page: Page): string[] {
  const chart = asObject(block.chart);
  const bars = points(chart);
  const series = [...new Set(bars.map((bar) => bar.series))];
  const { x_label, y_label } = asObject(chart.axis_config);
  const axes = [asString(y_label), asString(x_label)].filter((label) => label !== '').join(' by ');
  return [
    paint(page, 'bold', asString(block.title)) + (axes ? paint(page, 'dim', `  ${axes}`) : ''),
    ...(series.length > 1 ? [series.map((name) => `${swatch(series, name, page)} ${name}`).join('   ')] : []),
    ...drawn(bars, series, page),
  ];
}

function points(chart: JsonObject): Bar[] {
  const { categories } = asObject(chart.axis_config);
  const all = asObjects(chart.series);
  return (Array.isArray(categories) ? categories : []).flatMap((category) =>
    all.flatMap((series) =>
      asObjects(series.data)
        .filter(({ label }) => label === category)
        .map(({ value }) => ({
          label: asString(category),
          series: asString(series.name),
          value: Number(value),
        })),
    ),
  );
}

function drawn(bars: Bar[], series: string[], page: Page): string[] {
  const labels = Math.max(0, ...bars.map(({ label }) => widthOf(label)));
  const figures = bars.map(({ value }) => value.toLocaleString('en-US'));
  const room = Math.max(4, page.width - labels - Math.max(0, ...figures.map((figure) => figure.length)) - 3);
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return bars.map((bar, index) => {
    const repeated = bars[index - 1]?.label === bar.label;
    const length = (Math.abs(bar.value) / most) * room;
    const shape = '█'.repeat(Math.floor(length)) + (eighths[Math.floor((length % 1) * 8)] ?? '');
    return `${pad(repeated ? '' : bar.label, labels)} ${paint(page, colour(series, bar.series), shape)} ${figures[index]}`;
  });
}

function colour(series: string[], name: string): (typeof colours)[number] {
  return colours[series.indexOf(name) % colours.length] ?? 'blue';
}

function swatch(series: string[], name: string, page: Page): string {
  return paint(page, colour(series, name), '■');
}
