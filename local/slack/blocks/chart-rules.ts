import { asObject, asObjects, asString, type JsonObject } from '../payload/json.ts';
import { slackLimits } from './limits.ts';
import type { Problem } from './rules.ts';
import { also, broken, byType, type Check, list, number, object, oneOf, text } from './rules.ts';

const { chart } = slackLimits;
const label = text(chart.label);
const axisLabel = text(chart.axisLabel);

const bar: Check = also(
  object({
    type: oneOf('bar'),
    series: list(
      object({ name: label, data: list(object({ label, value: number() }), chart.points) }),
      chart.series,
    ),
    axis_config: object(
      { categories: list(label, chart.points) },
      { x_label: axisLabel, y_label: axisLabel },
    ),
  }),
  (value, at) => [...namesDiffer(value, at), ...pointsMeetCategories(value, at)],
);

function namesDiffer(value: JsonObject, at: string): Problem[] {
  const names = asObjects(value.series).map(({ name }) => asString(name));
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          broken(
            `${at}/series/${index}/name`,
            `series name "${name}" already exists`,
            'unique',
            undefined,
            name,
          ),
        ],
  );
}

/** Each series has one point for each category, labelled as the category is. */
function pointsMeetCategories(value: JsonObject, at: string): Problem[] {
  const { categories } = asObject(value.axis_config);
  const wanted = JSON.stringify([...(Array.isArray(categories) ? categories : [])].sort());
  return asObjects(value.series).flatMap((series, index) => {
    const labels = asObjects(series.data).map((point) => asString(point.label));
    return JSON.stringify(labels.sort()) === wanted
      ? []
      : [
          broken(
            `${at}/series/${index}/data`,
            'must provide one point for each category',
            'enum',
            categories,
          ),
        ];
  });
}

/** A chart in a message. */
export const dataVisualization: Check = object(
  { type: oneOf('data_visualization'), title: text(chart.title), chart: byType({ bar }) },
  { block_id: text(slackLimits.blockId) },
);
