import './chart.css';
import { type RefCallback, useCallback, useId, useState } from 'react';
import { asObject, asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { colourOf, type Figures, inFull, Plot } from './plot.tsx';

export function Chart({ block }: { block: JsonObject }) {
  const title = asString(block.title);
  const figures = readFigures(asObject(block.chart));
  const id = useId();
  const [frame, width] = useWidth();
  return (
    <figure className="bk-chart" aria-labelledby={id}>
      <figcaption id={id} className="bk-chart-title" dir="auto">
        {title}
      </figcaption>
      {figures.series.length > 1 && (
        <ul className="bk-legend" aria-label="Legend">
          {figures.series.map(({ name }, at) => (
            <li key={name}>
              <span className="bk-legend-mark" style={{ backgroundColor: colourOf(at) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={frame} className="bk-chart-frame" role="img" aria-label={`${title}: ${describe(figures)}`}>
        {width > 0 && <Plot figures={figures} width={width} />}
      </div>
    </figure>
  );
}

function readFigures(chart: JsonObject): Figures {
  const axes = asObject(chart.axis_config);
  const categories = (Array.isArray(axes.categories) ? axes.categories : []).map(asString);
  return {
    categories,
    series: asObjects(chart.series).map(({ name, data }) => {
      const points = new Map(asObjects(data).map(({ label, value }) => [asString(label), Number(value)]));
      return { name: asString(name), values: categories.map((category) => points.get(category)) };
    }),
    yLabel: asString(axes.y_label),
  };
}

/** Describes the chart for people who cannot see it. */
const describe = ({ categories, series }: Figures): string =>
  series
    .map(({ name, values }) => {
      const points = categories.map((category, at) => `${category} ${inFull(values[at])}`);
      return `a bar chart of ${name}: ${points.join(', ')}`;
    })
    .join('; ');

/** Measures the width of an element, in pixels; 0 before it is mounted. */
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
