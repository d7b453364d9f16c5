import { asObjects, asString } from '../payload/json.ts';
import { dataVisualization } from './chart-rules.ts';
import { accessory, actionElement, button, contextAction, inputElement } from './element-rules.ts';
import { slackLimits } from './limits.ts';
import { richText } from './rich-text-rules.ts';
import { also, broken, byType, type Check, flag, list, object, oneOf, text } from './rules.ts';
import { dataTable, table } from './table-rules.ts';
import { anyText, image, mrkdwn, plainText } from './text-rules.ts';

const words = text(Number.POSITIVE_INFINITY);
const anyNumber = [0, Number.POSITIVE_INFINITY] as const;

const block = (type: string, required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  object({ type: oneOf(type), ...required }, { block_id: text(slackLimits.blockId), ...optional });

const actions = block('actions', { elements: list(actionElement, slackLimits.actions.elements) });

const alert = block(
  'alert',
  { text: anyText(slackLimits.alert.text) },
  { level: oneOf('default', 'info', 'warning', 'error', 'success') },
);

const card = also(
  block(
    'card',
    {},
    {
      hero_image: image(),
      icon: image(),
      title: mrkdwn(slackLimits.card.title),
      subtitle: mrkdwn(slackLimits.card.subtitle),
      body: mrkdwn(slackLimits.card.body),
      actions: list(button, slackLimits.card.actions),
    },
  ),
  (value, at) =>
    ['hero_image', 'title', 'actions', 'body'].some((field) => value[field] !== undefined)
      ? []
      : [broken(at, 'must define at least one of `hero_image`, `title`, `actions` or `body`', 'any_of')],
);

const carousel = block('carousel', { elements: list(byType({ card }), slackLimits.carousel.elements) });

const context = block('context', {
  elements: list(
    byType({
      image: image(),
      plain_text: plainText(slackLimits.context.text),
      mrkdwn: mrkdwn(slackLimits.context.text),
    }),
    slackLimits.context.elements,
  ),
});

const contextActions = block('context_actions', {
  elements: list(contextAction, slackLimits.contextActions.elements),
});

const divider = block('divider', {});
const file = block('file', { source: oneOf('remote'), external_id: words });
const header = block('header', { text: plainText(slackLimits.header.text) });
const imageBlock = image({ title: plainText(slackLimits.image.title), block_id: text(slackLimits.blockId) });

const input = block(
  'input',
  { label: plainText(slackLimits.input.label), element: inputElement },
  {
    hint: plainText(slackLimits.input.hint),
    optional: flag,
    dispatch_action: flag,
  },
);

const markdown = block('markdown', { text: text(slackLimits.markdown.text) });

const section = also(
  block(
    'section',
    {},
    {
      text: anyText(slackLimits.section.text),
      fields: list(anyText(slackLimits.section.fieldText), slackLimits.section.fields),
      accessory,
      expand: flag,
    },
  ),
  (value, at) =>
    value.text === undefined && value.fields === undefined
      ? [broken(at, 'must define either `text` or `fields`', 'any_of', ['text', 'fields'])]
      : [],
);

const source = object({ type: oneOf('url'), url: words, text: words });
const task = {
  task_id: words,
  title: words,
  status: oneOf('pending', 'in_progress', 'complete', 'error'),
};
const taskResult = { details: richText, output: richText, sources: list(source, anyNumber) };
const taskCard = block('task_card', task, taskResult);
/** In a plan, a task may leave out its type. */
const planned = object(task, {
  type: oneOf('task_card'),
  block_id: text(slackLimits.blockId),
  ...taskResult,
});
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

const video = block(
  'video',
  {
    video_url: words,
    thumbnail_url: words,
    alt_text: text(slackLimits.video.altText),
    title: plainText(slackLimits.video.title),
  },
  {
    title_url: words,
    author_name: text(slackLimits.video.authorName),
    provider_name: words,
    provider_icon_url: words,
    description: plainText(slackLimits.video.description),
  },
);

const everywhere = {
  actions,
  context,
  divider,
  header,
  image: imageBlock,
  input,
  rich_text: richText,
  section,
  video,
};

/** Third parties report that a container refuses input, file and rich_text, contrary to the types. */
const inContainer = { actions, context, divider, header, image: imageBlock, section, table, video };

const container = also(
  block(
    'container',
    { child_blocks: list(byType(inContainer), slackLimits.container.childBlocks) },
    {
      title: plainText(slackLimits.container.title),
      rich_text_title: richText,
      subtitle: anyText(slackLimits.container.subtitle),
      width: oneOf('narrow', 'standard', 'wide', 'full'),
      icon: image(),
      is_collapsible: flag,
      default_collapsed: flag,
      has_header_divider: flag,
    },
  ),
  (value, at) =>
    value.title === undefined && value.rich_text_title === undefined
      ? [
          broken(at, 'must define either `title` or `rich_text_title`', 'any_of', [
            'title',
            'rich_text_title',
          ]),
        ]
      : [],
);

const onMessagesAndHome = {
  ...everywhere,
  card,
  carousel,
  container,
  data_table: dataTable,
  data_visualization: dataVisualization,
  table,
};

/** The blocks that each surface allows. A block documented for one surface only is refused on the others. */
export const allowedBlocks = {
  message: byType({
    ...onMessagesAndHome,
    context_actions: contextActions,
    file,
    markdown,
    plan,
    task_card: taskCard,
  }),
  modal: byType({ ...everywhere, alert, card }),
  home: byType(onMessagesAndHome),
};

export type Surface = keyof typeof allowedBlocks;
