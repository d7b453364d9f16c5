import { dataVisualization } from './chart-rules.ts';
import { accessory, actionElement, button, contextAction, inputElement } from './element-rules.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text-rules.ts';
import { also, anything, broken, byType, type Check, flag, list, object, oneOf, text } from './rules.ts';
import { dataTable, table } from './table-rules.ts';
import { anyText, image, mrkdwn, plainText } from './text-rules.ts';

const words = text(Number.POSITIVE_INFINITY);

const block = (type: string, required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  object({ type: oneOf(type), ...required }, { block_id: text(LIMITS.blockId), ...optional });

const actions = block('actions', { elements: list(actionElement, LIMITS.actions.elements) });

const alert = block(
  'alert',
  { text: anyText(LIMITS.alert.text) },
  { level: oneOf('default', 'info', 'warning', 'error', 'success') },
);

const card = also(
  block(
    'card',
    {},
    {
      hero_image: image(),
      icon: image(),
      title: mrkdwn(LIMITS.card.title),
      subtitle: mrkdwn(LIMITS.card.subtitle),
      body: mrkdwn(LIMITS.card.body),
      actions: list(button, LIMITS.actions.elements),
    },
  ),
  (value, at) =>
    ['hero_image', 'title', 'actions', 'body'].some((field) => value[field] !== undefined)
      ? []
      : [broken(at, 'must define at least one of `hero_image`, `title`, `actions` or `body`', 'any_of')],
);

const carousel = block('carousel', { elements: list(byType({ card }), LIMITS.carousel.elements) });

const context = block('context', {
  elements: list(
    byType({
      image: image(),
      plain_text: plainText(LIMITS.context.text),
      mrkdwn: mrkdwn(LIMITS.context.text),
    }),
    LIMITS.context.elements,
  ),
});

const contextActions = block('context_actions', {
  elements: list(contextAction, LIMITS.contextActions.elements),
});

const divider = block('divider', {});
const file = block('file', { source: oneOf('remote'), external_id: words });
const header = block('header', { text: plainText(LIMITS.header.text) });
const imageBlock = image({ title: plainText(LIMITS.image.title), block_id: text(LIMITS.blockId) });

const input = block(
  'input',
  { label: plainText(LIMITS.input.label), element: inputElement },
  {
    hint: plainText(LIMITS.input.hint),
    optional: flag,
    dispatch_action: flag,
  },
);

const markdown = block('markdown', { text: text(LIMITS.markdown.text) });

const section = also(
  block(
    'section',
    {},
    {
      text: anyText(LIMITS.section.text),
      fields: list(anyText(LIMITS.section.fieldText), LIMITS.section.fields),
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
    alt_text: text(LIMITS.video.altText),
    title: plainText(LIMITS.video.title),
  },
  {
    title_url: words,
    author_name: text(LIMITS.video.authorName),
    provider_name: words,
    provider_icon_url: words,
    description: plainText(LIMITS.video.description),
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

/** Third parties report that a container refuses input, file and rich_text, whatever the types say. */
const inContainer = { actions, context, divider, header, image: imageBlock, section, table, video };

const container = also(
  block(
    'container',
    { child_blocks: list(byType(inContainer), LIMITS.container.childBlocks) },
    {
      title: plainText(LIMITS.container.title),
      rich_text_title: richText,
      subtitle: anyText(LIMITS.container.subtitle),
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

/** Which blocks may stand where; what is known of one surface only is refused on the others. */
export const SURFACES = {
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

export type Surface = keyof typeof SURFACES;
