import { asObjects, asString } from '../payload/json.ts';
import { dataVisualization } from './chart-rules.ts';
import { actionElement, inputElement } from './element-rules.ts';
import { slackLimits } from './limits.ts';
import { richText } from './rich-text-rules.ts';
import { also, broken, byType, type Check, flag, list, object, oneOf, text } from './rules.ts';
import { dataTable } from './table-rules.ts';
import { anyText, plainText } from './text-rules.ts';

const words = text(Number.POSITIVE_INFINITY);
const blockId = { block_id: text(slackLimits.blockId) };

/** A block of this type, with these fields and a `block_id`. */
const block = (type: string, required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  object({ type: oneOf(type), ...required }, { ...blockId, ...optional });

const actions = block('actions', { elements: list(actionElement, slackLimits.actions.elements) });

const alert = block(
  'alert',
  { text: anyText(slackLimits.alert.text) },
  { level: oneOf('default', 'info', 'warning', 'error', 'success') },
);

const context = block('context', {
  elements: list(anyText(slackLimits.context.text), slackLimits.context.elements),
});

const divider = block('divider', {});
const header = block('header', { text: plainText(slackLimits.header.text) });

/** Skydesk shows files of Slack's only: an address would have to be public. */
const image = block('image', {
  slack_file: object({ id: words }),
  alt_text: text(slackLimits.image.altText),
});

const input = block(
  'input',
  { label: plainText(slackLimits.input.label), element: inputElement },
  { hint: plainText(slackLimits.input.hint), optional: flag, dispatch_action: flag },
);

const section = also(
  block(
    'section',
    {},
    {
      text: anyText(slackLimits.section.text),
      fields: list(anyText(slackLimits.section.fieldText), slackLimits.section.fields),
      accessory: actionElement,
    },
  ),
  (value, at) =>
    value.text === undefined && value.fields === undefined
      ? [broken(at, 'must define either `text` or `fields`', 'any_of', ['text', 'fields'])]
      : [],
);

const task = {
  task_id: words,
  title: words,
  status: oneOf('pending', 'in_progress', 'complete', 'error'),
};
/** In a plan, a task may leave out its type. */
const planned = object(task, { type: oneOf('task_card'), ...blockId });
const plan = also(
  block('plan', { title: words }, { tasks: list(planned, slackLimits.plan.tasks) }),
  (value, at) => {
    const ids = asObjects(value.tasks).map(({ task_id }) => asString(task_id));
    return ids.flatMap((id, place) =>
      ids.indexOf(id) < place
        ? [
            broken(
              `${at}/tasks/${place}/task_id`,
              `\`task_id\` "${id}" already exists`,
              'unique',
              undefined,
              id,
            ),
          ]
        : [],
    );
  },
);

const data = { data_table: dataTable, data_visualization: dataVisualization };
const withoutInputs = { actions, context, divider, header, image, rich_text: richText, section };
const everywhere = { ...withoutInputs, input };
const onMessagesAndHome = { ...everywhere, ...data };

/**
 * The blocks that each surface allows, of those that Skydesk sends or may soon: any other is refused. So is a block that is
 * documented for another surface only.
 */
export const allowedBlocks = {
  message: byType({ ...onMessagesAndHome, plan }),
  modal: byType({ ...everywhere, alert }),
  home: byType(onMessagesAndHome),
};

/** The blocks that a message may have, apart from those with inputs and from tasks. */
export const shownBlocks = { ...withoutInputs, ...data };

export type Surface = keyof typeof allowedBlocks;
