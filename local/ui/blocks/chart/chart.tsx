import './chart.css';
import { type KeyboardEvent, type RefCallback, useCallback, useId, useState } from 'react';
import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { colourOf, type Figures, inFull, readFigures } from './chart-figures.ts';
import { Plot } from './plot.tsx';

/** A data_visualization: a bar chart, its legend, the values of what is pointed at, and all numbers as a table. */
export function Chart({ block }: { block: JsonObject }) {
  const title = asString(block.title);
  const figures = readFigures(asObject(block.chart));
  const id = useId();
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number>();
  const { categories } = figures;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    if (by === undefined || categories.length === 0) return;
    event.preventDefault();
    setAt((now) => (now === undefined ? 0 : (now + by + categories.length) % categories.length));
  };
  return (
    <figure className="bk-chart" aria-labelledby={id}>
      <figcaption id={id} className="bk-chart-title" dir="auto">
        {title}
      </figcaption>
      <Legend series={figures.series} />
      <div
        ref={frame}
        className="bk-chart-frame"
        role="img"
        aria-label={`${title}: ${describe(figures)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from value to value
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        {width > 0 && <Plot figures={figures} width={width} at={at} onPoint={setAt} />}
      </div>
      <div className="bk-chart-foot">
        <p className="bk-chart-values" role="status">
          {at === undefined ? '' : valuesAt(figures, at)}
        </p>
        <details className="bk-chart-numbers">
          <summary>Show the numbers</summary>
          <Numbers title={title} figures={figures} />
        </details>
      </div>
    </figure>
  );
}

/** What is said of one category. */
const valuesAt = ({ categories, series }: Figures, at: number): string =>
  `${categories[at] ?? ''}: ${series.map(({ name, values }) => `${name} ${inFull(values[at])}`).join(', ')}`;

/** The chart in words, for who cannot see it. */
const describe = ({ categories, series }: Figures): string =>
  `a bar chart of ${series.map(({ name }) => name).join(', ')}, ${categories[0] ?? ''} to ${categories.at(-1) ?? ''}`;

function Legend({ series }: { series: Figures['series'] }) {
  if (series.length < 2) return null;
  return (
    <ul className="bk-legend" aria-label="Legend">
      {series.map(({ name }, at) => (
        <li key={name}>
          <span className="bk-legend-mark" style={{ backgroundColor: colourOf(at) }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Numbers({ title, figures: { categories, series, xLabel } }: { title: string; figures: Figures }) {
  return (
    <div className="bk-table-frame">
      <table className="bk-table">
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{xLabel || 'Category'}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" data-align="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, at) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {series.map(({ name, values }) => (
                <td key={name} data-align="right">
                  {inFull(values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How wide an element is, in pixels; 0 until it is there. */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
