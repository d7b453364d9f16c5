import './chart.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { Unknown } from '../parts/unknown.tsx';
import { colourOf, type Figures, inFull, readFigures } from './chart-figures.ts';
import { Pie } from './pie.tsx';
import { Plot } from './plot.tsx';
import { useWidth } from './width.ts';

/** A data_visualization: the chart, its legend, the values of what is pointed at, and all numbers as a table. */
export function Chart({ block }: { block: JsonObject }) {
  const figures = readFigures(asObject(block.chart));
  return figures ? <Drawn title={asString(block.title)} figures={figures} /> : <Unknown block={block} />;
}

function Drawn({ title, figures }: { title: string; figures: Figures }) {
  const id = useId();
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number>();
  const { kind, categories } = figures;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    if (by === undefined || categories.length === 0) return;
    event.preventDefault();
    setAt((now) => (now === undefined ? 0 : (now + by + categories.length) % categories.length));
  };
  const draw = { figures, width, at, onPoint: setAt };
  return (
    <figure className="bk-chart" aria-labelledby={id}>
      <figcaption id={id} className="bk-chart-title" dir="auto">
        {title}
      </figcaption>
      <Legend figures={figures} />
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
        {width > 0 && (kind === 'pie' ? <Pie {...draw} /> : <Plot {...draw} />)}
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

/** What is said of one category; of a segment, its part of the whole too. */
function valuesAt({ kind, categories, series }: Figures, at: number): string {
  const said = series.map(({ name, values }) => {
    const value = values[at];
    if (kind !== 'pie') return `${name} ${inFull(value)}`;
    const whole = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return `${inFull(value)} (${Math.round((100 * (value ?? 0)) / whole)} %)`;
  });
  return `${categories[at] ?? ''}: ${said.join(', ')}`;
}

/** The chart in words, for who cannot see it. */
function describe({ kind, categories, series }: Figures): string {
  if (kind === 'pie') return `a pie of ${categories.join(', ')}`;
  const names = series.map(({ name }) => name).join(', ');
  return `a ${kind} chart of ${names}, ${categories[0] ?? ''} to ${categories.at(-1) ?? ''}`;
}

function Legend({ figures: { kind, categories, series } }: { figures: Figures }) {
  const names = kind === 'pie' ? categories : series.map(({ name }) => name);
  if (kind !== 'pie' && names.length < 2) return null;
  return (
    <ul className="bk-legend" aria-label="Legend">
      {names.map((name, at) => (
        <li key={name}>
          <span className="bk-legend-mark" style={{ backgroundColor: colourOf(at) }} />
          {name}
          {kind === 'pie' && <span className="bk-legend-value">{inFull(series[0]?.values[at])}</span>}
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
