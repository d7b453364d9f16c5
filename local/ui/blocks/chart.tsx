import './chart.css';
import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { asObject, asObjects, asString, type JsonObject } from '../../slack/payload/json.ts';

const written = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

const colourOf = (at: number): string => `var(--chart-${(at % 6) + 1})`;
const scaleSteps = 5;
/** Approximate widths of the plot, and of a letter of an axis, in pixels. */
const [plotWidth, letterWidth] = [600, 6.6];

/** Bars side by side over their categories. A pointer over a bar shows its value. */
export function Chart({ block }: { block: JsonObject }) {
  const id = useId();
  const title = asString(block.title);
  const { axis_config, series } = asObject(block.chart);
  const axes = asObject(axis_config);
  const categories = (Array.isArray(axes.categories) ? axes.categories : []).map(asString);
  const all = asObjects(series).map(({ name, data }) => ({
    name: asString(name),
    values: new Map(asObjects(data).map(({ label, value }) => [asString(label), Number(value)])),
  }));
  const values = all.flatMap((one) => [...one.values.values()]);
  /** Heights in percent. */
  const y = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [0, 100]).nice(scaleSteps);
  const ticks = y.ticks(scaleSteps).map((tick) => ({ tick, label: short.format(tick) }));
  const longest = Math.max(1, ...categories.map(({ length }) => length));
  /** Only each of so many categories has room for its name. */
  const every = Math.ceil(((longest * letterWidth + 8) * categories.length) / plotWidth);
  return (
    <figure className="bk-chart" aria-labelledby={id}>
      <figcaption id={id} className="bk-chart-title" dir="auto">
        {title}
      </figcaption>
      {all.length > 1 && (
        <ul className="bk-legend" aria-label="Legend">
          {all.map(({ name }, at) => (
            <li key={name}>
              <span className="bk-legend-mark" style={{ background: colourOf(at) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={`${title}: ${all.map(inWords(categories)).join('; ')}`}>
        <span className="bk-axis-label">{asString(axes.y_label)}</span>
        <div
          className="bk-plot"
          style={{ marginInlineStart: `${Math.max(...ticks.map(({ label }) => label.length)) + 1}ch` }}
        >
          {ticks.map(({ tick, label }) => (
            <span key={tick} className="bk-tick" data-zero={tick === 0} style={{ bottom: `${y(tick)}%` }}>
              <span>{label}</span>
            </span>
          ))}
          {categories.map((category, index) => (
            <div key={category} className="bk-category">
              {all.map(({ name, values }, at) => {
                const value = values.get(category) ?? 0;
                return (
                  <span
                    key={name}
                    className="bk-bar"
                    title={`${category}: ${name} ${written.format(value)}`}
                    style={{
                      background: colourOf(at),
                      top: `${100 - y(Math.max(0, value))}%`,
                      height: `${Math.abs(y(value) - y(0))}%`,
                    }}
                  />
                );
              })}
              {index % every === 0 && <span data-second={index % (2 * every) !== 0}>{category}</span>}
            </div>
          ))}
        </div>
        <span className="bk-axis-label">{asString(axes.x_label)}</span>
      </div>
    </figure>
  );
}

/** Describes a series for people who cannot see it. */
const inWords =
  (categories: readonly string[]) =>
  ({ name, values }: { readonly name: string; readonly values: ReadonlyMap<string, number> }): string => {
    const points = categories.map((category) => `${category} ${written.format(values.get(category) ?? 0)}`);
    return `a bar chart of ${name}: ${points.join(', ')}`;
  };
