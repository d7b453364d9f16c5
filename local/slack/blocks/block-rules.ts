import { dataVisualization } from './chart-rules.ts';
import { accessory, actionElement, button, contextAction, inputElement } from './element-rules.ts';
import { slackLimits } from './limits.ts';
import { richText } from './rich-text-rules.ts';
import { also, anything, broken, byType, type Check, flag, list, object, oneOf, text } from './rules.ts';
import { dataTable, table } from './table-rules.ts';
import { anyText, image, mrkdwn, plainText } from './text-rules.ts';

const words = text(Number.POSITIVE_INFINITY);

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
      actions: list(button, slackLimits.actions.elements),
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

const taskFields = { details: richText, output: richText, sources: anything };
const taskCard = block(
  'task_card',
  {
    task_id: words,
    title: words,
    status: oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  taskFields,
);
const plan = block('plan', { title: words }, { tasks: list(byType({ task_card: taskCard }), [0, 50]) });

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

/** The blocks that each surface allows. A block documented for one surface only is refused on the others. */
export const allowedBlocks = {
  message: byType({
    ...everywhere,
    card,
    carousel,
    container,
    context_actions: contextActions,
    data_table: dataTable,
    data_visualization: dataVisualization,
    file,
    markdown,
    plan,
    table,
    task_card: taskCard,
  }),
  modal: byType({ ...everywhere, alert }),
  home: byType(everywhere),
};

export type Surface = keyof typeof allowedBlocks;
