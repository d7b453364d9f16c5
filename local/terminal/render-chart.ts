import { asObject, asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import { type Page, pad, paint, type Style, widthOf } from './terminal-page.ts';

const colours: readonly Style[] = ['blue', 'green', 'yellow', 'magenta', 'cyan', 'red'];
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Renders a data_visualization block as bars, one per category and series. */
export function renderChart(block: JsonObject, page: Page): string[] {
  const { series, axis_config } = asObject(block.chart);
  const { categories, x_label, y_label } = asObject(axis_config);
  const all = asObjects(series);
  const coloured = (at: number, text: string): string =>
    paint(page, colours[at % colours.length] ?? 'blue', text);
  const bars = (Array.isArray(categories) ? categories : []).flatMap((category) =>
    all.flatMap(({ data }, at) =>
      asObjects(data)
        .filter(({ label }) => label === category)
        .map(({ value }) => ({ label: asString(category), at, value: Number(value) })),
    ),
  );
  const labels = Math.max(0, ...bars.map(({ label }) => widthOf(label)));
  const figures = bars.map(({ value }) => value.toLocaleString('en-US'));
  const room = Math.max(4, page.width - labels - Math.max(0, ...figures.map((figure) => figure.length)) - 3);
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const axes = [asString(y_label), asString(x_label)].filter((label) => label !== '').join(' by ');
  const legend = all.map(({ name }, at) => `${coloured(at, '■')} ${asString(name)}`).join('   ');
  return [
    paint(page, 'bold', asString(block.title)) + (axes ? paint(page, 'dim', `  ${axes}`) : ''),
    ...(all.length > 1 ? [legend] : []),
    ...bars.map(({ label, at, value }, index) => {
      const length = (Math.abs(value) / most) * room;
      const shape = '█'.repeat(Math.floor(length)) + (eighths[Math.floor((length % 1) * 8)] ?? '');
      const shown = bars[index - 1]?.label === label ? '' : label;
      return `${pad(shown, labels)} ${coloured(at, shape)} ${figures[index]}`;
    }),
  ];
}
