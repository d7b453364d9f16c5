import type { Json, JsonObject } from '../../local/slack/payload/json.ts';

const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
const mrkdwn = (text: string): JsonObject => ({ type: 'mrkdwn', text });
const long = (length: number): string => 'x'.repeat(length);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const section = (more: JsonObject = {}): JsonObject => ({
  type: 'section',
  text: mrkdwn('hello'),
  ...more,
});
const button = (more: JsonObject = {}): JsonObject => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: JsonObject[]): JsonObject => ({ type: 'actions', elements });
const option = (name: string): JsonObject => ({ text: plain(name), value: name });
const select = (more: JsonObject): JsonObject => ({ type: 'static_select', ...more });
const input = (element: JsonObject): JsonObject => ({ type: 'input', label: plain('Name'), element });
const textInput = { type: 'plain_text_input', action_id: 'name' };
const confirm = {
  title: plain('Sure?'),
  text: plain('It reboots.'),
  confirm: plain('Yes'),
  deny: plain('No'),
};
const rich = (...elements: JsonObject[]): JsonObject => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const cell = (text: string): JsonObject => ({ type: 'raw_text', text });
export const table = (rows: Json[][], more: JsonObject = {}): JsonObject => ({
  type: 'data_table',
  caption: 'Servers',
  rows,
  ...more,
});
export const twoRows = [[cell('Name')], [cell('web')]];
const point = (label: string, value = 1): JsonObject => ({ label, value });
const bar = (series: JsonObject[], categories: string[] = ['Jan']): JsonObject => ({
  type: 'data_visualization',
  title: 'Cost',
  chart: { type: 'bar', series, axis_config: { categories } },
});

/** Slack's verdict, the blocks or view, and its words if it refuses. */
export type Row = [sentence: string, blocks: Json, refusal?: string];

/** At most this many characters in a text. */
const characters = (limit: number, what: string, pointer: string, of: (text: string) => Json): Row[] => [
  [`takes ${limit} characters in ${what}`, of(long(limit))],
  [
    `refuses one more in ${what}`,
    of(long(limit + 1)),
    `must be less than ${limit + 1} characters [${pointer}]`,
  ],
];
/** At most this many items in a list. */
const items = (limit: number, what: string, pointer: string, of: (count: number) => Json): Row[] => [
  [`takes ${limit} ${what}`, of(limit)],
  [`refuses ${limit + 1} ${what}`, of(limit + 1), `no more than ${limit} items allowed [${pointer}]`],
];
/* Slack's words for a refusal, with the pointer to what is wrong. */
const unsupported = (type: string, at = '/blocks/0') => `unsupported type: ${type} [${at}/type]`;
const missing = (field: string, at = '/blocks/0') => `missing required field: ${field} [${at}]`;
const additional = (field: string, at: string) => `invalid additional property: ${field} [${at}]`;
const notOneOf = (at: string) => `must be a valid enum value [${at}]`;
const atLeast = (count: number, at: string) => `must provide at least ${count} items [${at}]`;
const empty = (at: string) => `must be more than 0 characters [${at}]`;

const dividers = (count: number): Json => times(count, () => ({ type: 'divider' }));
const plains = (count: number): Json => times(count, () => plain('a'));
const options = (count: number): Json => times(count, (at) => option(`${at}`));

/** Messages that Slack takes and refuses. */
export const messageSamples: Row[] = [
  ...items(50, 'blocks', '/blocks', dividers),
  ...items(10, 'fields', '/blocks/0/fields', (count) => [{ type: 'section', fields: plains(count) }]),
  ...items(25, 'buttons', '/blocks/0/elements', (count) => [actions(...times(count, () => button()))]),
  ...items(100, 'options', '/blocks/0/elements/0/options', (count) => [
    actions(select({ options: options(count) })),
  ]),
  ...items(10, 'boxes', '/blocks/0/element/options', (count) => [
    input({ type: 'checkboxes', options: options(count) }),
  ]),
  ...items(5, 'overflow options', '/blocks/0/accessory/options', (count) => [
    section({ accessory: { type: 'overflow', options: options(count) } }),
  ]),
  ...items(10, 'context elements', '/blocks/0/elements', (count) => [
    { type: 'context', elements: plains(count) },
  ]),
  ...items(101, 'rows of a table', '/blocks/0/rows', (count) => [table(times(count, () => [cell('a')]))]),
  ...items(20, 'points', '/blocks/0/chart/series/0/data', (count) => [
    bar([{ name: 'cost', data: times(count, (at) => point(`${at}`)) }], times(count, String)),
  ]),
  ...characters(3000, 'a section', '/blocks/0/text/text', (text) => [section({ text: mrkdwn(text) })]),
  ...characters(2000, 'a field', '/blocks/0/fields/0/text', (text) => [
    { type: 'section', fields: [plain(text)] },
  ]),
  ...characters(150, 'a header', '/blocks/0/text/text', (text) => [{ type: 'header', text: plain(text) }]),
  ...characters(255, 'a block_id', '/blocks/0/block_id', (id) => [section({ block_id: id })]),
  ...characters(75, 'a button', '/blocks/0/elements/0/text/text', (text) => [
    actions(button({ text: plain(text) })),
  ]),
  ...characters(2000, 'the value of a button', '/blocks/0/elements/0/value', (value) => [
    actions(button({ value })),
  ]),
  ...characters(300, 'a confirm dialog', '/blocks/0/elements/0/confirm/text/text', (text) => [
    actions(button({ confirm: { ...confirm, text: plain(text) } })),
  ]),
  ...characters(75, 'an option', '/blocks/0/elements/0/options/0/text/text', (text) => [
    actions(select({ options: [{ text: plain(text), value: 'v' }] })),
  ]),
  ['refuses blocks that are no list', { type: 'divider' }, 'must provide an array [/blocks]'],
  ['refuses a block without a type', [{}], missing('type')],
  ['refuses an unknown block', [{ type: 'nonsense' }], unsupported('nonsense')],
  ['refuses an alert, which is for modals', [{ type: 'alert', text: plain('no') }], unsupported('alert')],
  ['refuses a field too many', [{ type: 'divider', text: plain('no') }], additional('text', '/blocks/0')],
  [
    'refuses a block that Skydesk never sends',
    [section(), { type: 'carousel', elements: [] }],
    unsupported('carousel', '/blocks/1'),
  ],
  [
    'refuses a section with neither text nor fields',
    [{ type: 'section' }],
    'must define either `text` or `fields` [/blocks/0]',
  ],
  ['refuses an empty text', [section({ text: mrkdwn('') })], empty('/blocks/0/text/text')],
  [
    'refuses an emoji flag on mrkdwn',
    [section({ text: { ...mrkdwn('a'), emoji: true } })],
    additional('emoji', '/blocks/0/text'),
  ],
  [
    'refuses an image without words',
    [{ type: 'image', slack_file: { id: 'F1' } }],
    'missing required field: alt_text [/blocks/0]',
  ],
  [
    'refuses a header of markup',
    [{ type: 'header', text: mrkdwn('Alerts') }],
    notOneOf('/blocks/0/text/type'),
  ],
  [
    'refuses the same block_id twice',
    [section({ block_id: 'a' }), section({ block_id: 'a' })],
    '`block_id` "a" already exists [/blocks/1/block_id]',
  ],
  [
    'refuses the same action_id twice in a block',
    [actions(button({ action_id: 'go' }), button({ action_id: 'go' }))],
    '`action_id` "go" already exists [/blocks/0/elements/1/action_id]',
  ],
  [
    'takes the same action_id in two blocks',
    [actions(button({ action_id: 'go' })), actions(button({ action_id: 'go' }))],
  ],
  ['refuses an actions block without elements', [actions()], atLeast(1, '/blocks/0/elements')],
  [
    'refuses a text input among actions',
    [actions(textInput)],
    unsupported('plain_text_input', '/blocks/0/elements/0'),
  ],
  [
    'refuses markup on a button',
    [actions(button({ text: mrkdwn('Go') }))],
    notOneOf('/blocks/0/elements/0/text/type'),
  ],
  [
    "refuses a style that is not Slack's",
    [actions(button({ style: 'default' }))],
    notOneOf('/blocks/0/elements/0/style'),
  ],
  [
    'refuses a confirm dialog without title',
    [actions(button({ confirm: { ...confirm, title: {} } }))],
    missing('text', '/blocks/0/elements/0/confirm/title'),
  ],
  [
    'refuses a tick that is not offered',
    [input({ type: 'checkboxes', options: [option('a')], initial_options: [option('b')] })],
    'initial_options must be among the provided options [/blocks/0/element/initial_options]',
  ],
  ['refuses an empty select', [actions(select({ options: [] }))], atLeast(1, '/blocks/0/elements/0/options')],
  [
    'refuses options and option groups together',
    [
      actions(
        select({ options: [option('a')], option_groups: [{ label: plain('G'), options: [option('a')] }] }),
      ),
    ],
    'must define either `options` or `option_groups` [/blocks/0/elements/0]',
  ],
  [
    'refuses an initial option that is not offered',
    [actions(select({ options: [option('a')], initial_option: option('b') }))],
    'initial_option must be one of the provided options [/blocks/0/elements/0/initial_option]',
  ],
  [
    'refuses a button in a context',
    [{ type: 'context', elements: [button()] }],
    unsupported('button', '/blocks/0/elements/0'),
  ],
  [
    'refuses a mention in a code block',
    [
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'user', user_id: 'U0ANA' }] }],
      },
    ],
    unsupported('user', '/blocks/0/elements/0/elements/0'),
  ],
  [
    'refuses an empty text in rich text',
    [rich({ type: 'text', text: '' })],
    empty('/blocks/0/elements/0/elements/0/text'),
  ],
  ['refuses an empty cell', [table([[cell('Name')], [cell('')]])], empty('/blocks/0/rows/1/0/text')],
  ['refuses a second table in a message', [table(twoRows), table(twoRows)], 'only_one_table_allowed []'],
  [
    'refuses tables of over 10000 characters',
    [table(times(11, () => [cell(long(1000))]))],
    'table cells must be less than 10001 characters in total [/blocks]',
  ],
  ['refuses a data_table without caption', [{ type: 'data_table', rows: twoRows }], missing('caption')],
  ['refuses a data_table with a header only', [table([[cell('Name')]])], atLeast(2, '/blocks/0/rows')],
  [
    'refuses rows of different lengths in a data_table',
    [table([[cell('Name')], [cell('web'), cell('up')]])],
    'must provide 1 cells, as the header row does [/blocks/0/rows/1]',
  ],
  [
    'refuses two series of one name',
    [bar(times(2, () => ({ name: 'cost', data: [point('Jan')] })))],
    'series name "cost" already exists [/blocks/0/chart/series/1/name]',
  ],
  [
    'refuses a series that lacks a category',
    [bar([{ name: 'cost', data: [point('Jan')] }], ['Jan', 'Feb'])],
    'must provide one point for each category [/blocks/0/chart/series/0/data]',
  ],
  [
    'refuses a third chart',
    times(3, () => bar([{ name: 'cost', data: [point('Jan')] }])),
    'no more than 2 data_visualization blocks allowed [/blocks]',
  ],
  [
    'refuses a message of over 13000 characters',
    times(5, () => section({ text: mrkdwn(long(2900)) })),
    'msg_blocks_too_long',
  ],
];

const modal = (more: JsonObject = {}): JsonObject => ({
  type: 'modal',
  title: plain('Alert'),
  blocks: [section()],
  ...more,
});
const home = (more: JsonObject = {}): JsonObject => ({ type: 'home', blocks: [section()], ...more });

/** Views that Slack takes and refuses. */
export const viewSamples: Row[] = [
  ...items(100, 'blocks', '/view/blocks', (count) => modal({ blocks: dividers(count) })),
  ...characters(24, 'a title', '/view/title/text', (text) => modal({ title: plain(text) })),
  ...characters(24, 'the submit button', '/view/submit/text', (text) => modal({ submit: plain(text) })),
  ...characters(24, 'the close button', '/view/close/text', (text) => modal({ close: plain(text) })),
  ...characters(3000, 'private_metadata', '/view/private_metadata', (text) =>
    modal({ private_metadata: text }),
  ),
  ...characters(255, 'a callback_id', '/view/callback_id', (id) => modal({ callback_id: id })),
  ...characters(150, 'a placeholder', '/view/blocks/0/element/placeholder/text', (text) =>
    modal({ submit: plain('Save'), blocks: [input({ ...textInput, placeholder: plain(text) })] }),
  ),
  ['refuses a form without a button', modal({ blocks: [input(textInput)] }), missing('submit', '/view')],
  ['refuses a modal without title', { type: 'modal', blocks: [] }, missing('title', '/view')],
  ['refuses a modal table', modal({ blocks: [table(twoRows)] }), unsupported('data_table', '/view/blocks/0')],
  [
    'refuses a plan in a modal',
    modal({ blocks: [{ type: 'plan', title: 'Create' }] }),
    unsupported('plan', '/view/blocks/0'),
  ],
  ['refuses a title on the Home tab', home({ title: plain('Home') }), additional('title', '/view')],
  [
    'refuses an alert on the Home tab',
    home({ blocks: [{ type: 'alert', text: plain('a') }] }),
    unsupported('alert', '/view/blocks/0'),
  ],
];
