import type { Locator, Page } from 'playwright-core';
import type { JsonObject } from '../../local/slack/payload/json.ts';

/** Sample blocks, and how they are found on a page. */

type Role = Parameters<Page['getByRole']>[0];

export const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
export const mrkdwn = (text: string): JsonObject => ({ type: 'mrkdwn', text });
export const option = (name: string): JsonObject => ({ text: plain(name), value: name.toLowerCase() });
export const rich = (...elements: JsonObject[]): JsonObject => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});

/** An input block that is named by its label. */
export const input = (label: string, element: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'input',
  block_id: label,
  label: plain(label),
  element: { action_id: 'it', ...element },
  ...more,
});

const cell = (text: string): JsonObject => ({ type: 'raw_text', text });
const figure = (value: number): JsonObject => ({
  type: 'raw_number',
  value,
  text: `$${value.toLocaleString('en-US')}`,
});
const day = (timestamp: number): JsonObject =>
  rich({ type: 'date', timestamp, format: '{date_short}', fallback: 'a day' });
const daySeconds = 86_400;

/** A data table of six rows, four to a page; the days go down while the rows go on. */
export const servers: JsonObject = {
  type: 'data_table',
  caption: 'Servers',
  page_size: 4,
  rows: [
    [cell('Name'), cell('Cost'), cell('Since')],
    ...[['web1', 900] as const, ['web2', 9] as const, ['web10', 80] as const, ['db', 10] as const].map(
      ([name, cost], at) => [cell(name), figure(cost), day(1_780_000_000 - at * 40 * daySeconds)],
    ),
    [cell('jump'), figure(1250), day(1_780_000_000 - 4 * 40 * daySeconds)],
    [cell('mail'), figure(20), day(1_780_000_000 - 5 * 40 * daySeconds)],
  ],
};

const chart = (): JsonObject => {
  const series = (name: string, values: number[]): JsonObject => ({
    name,
    data: ['Jan', 'Feb', 'Mar'].map((label, at) => ({ label, value: values[at] ?? 0 })),
  });
  return {
    type: 'data_visualization',
    title: 'Cost',
    chart: {
      type: 'bar',
      series: [series('estimate', [10, 20, 1234]), series('actual', [12.5, 19, -3])],
      axis_config: { categories: ['Jan', 'Feb', 'Mar'], x_label: 'month', y_label: 'USD' },
    },
  };
};

const task = (status: string): JsonObject => ({
  type: 'task_card',
  task_id: status,
  title: `Task ${status}`,
  status,
});

/** One of each block, as Slack allows it on one surface or another, with its role and its name. */
export const blockSamples: readonly (readonly [sentence: string, Role, name: string, block: JsonObject])[] = [
  ['a header', 'heading', 'Alerts', { type: 'header', text: plain('Alerts') }],
  [
    'a section with fields and a button',
    'button',
    'Show',
    {
      type: 'section',
      block_id: 's',
      text: mrkdwn('*Night watch* `cpu` <@U0ANA> <!here> <https://x.example|docs>\n> said'),
      fields: [mrkdwn('*Who*\nana'), plain('What')],
      accessory: { type: 'button', action_id: 'a', text: plain('Show') },
    },
  ],
  [
    'a context',
    'link',
    'there',
    { type: 'context', elements: [plain('10 min'), mrkdwn('asked <https://x.example|there>')] },
  ],
  [
    'an image, by its alt text',
    'img',
    'from DE1 to VA1',
    { type: 'image', slack_file: { id: 'F0PATH' }, alt_text: 'from DE1 to VA1' },
  ],
  ['a divider', 'separator', '', { type: 'divider' }],
  [
    'actions',
    'combobox',
    'Size',
    {
      type: 'actions',
      block_id: 'acts',
      elements: [
        { type: 'button', action_id: '1', style: 'primary', text: plain('Approve') },
        { type: 'button', action_id: '2', style: 'danger', text: plain('Reject') },
        { type: 'static_select', action_id: '3', placeholder: plain('Size'), options: [option('Small')] },
        { type: 'overflow', action_id: '4', options: [option('Undo')] },
      ],
    },
  ],
  [
    'rich text',
    'link',
    'a link',
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'bold', style: { bold: true, italic: true } },
            { type: 'link', url: 'https://x.example', text: 'a link' },
            { type: 'emoji', name: 'wave' },
            { type: 'user', user_id: 'U0ANA' },
          ],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'curl' }] },
      ],
    },
  ],
  ['a data table', 'table', 'Servers', servers],
  ['a chart', 'figure', 'Cost', chart()],
  ['an alert', 'note', 'Warning', { type: 'alert', level: 'warning', text: mrkdwn('It *reboots*') }],
  [
    'a plan of tasks',
    'region',
    'Plan',
    { type: 'plan', title: 'Plan', tasks: ['pending', 'in_progress', 'complete', 'error'].map(task) },
  ],
  ['a field', 'textbox', 'Name', input('Name', { type: 'plain_text_input' }, { hint: plain('Short') })],
];

const choose = async (field: Locator, name: string): Promise<void> => {
  await field.click();
  await field.page().getByRole('option', { name }).click();
};

/** Each element for input: a person's act in its field, and the value that then reaches the surface. */
export const fields: readonly (readonly [
  sentence: string,
  element: JsonObject,
  enter: (field: Locator) => Promise<unknown>,
  entered: string | null,
])[] = [
  ['a line of text', { type: 'plain_text_input' }, (field) => field.fill('web'), 'web'],
  [
    'a line of text that is emptied',
    { type: 'plain_text_input', initial_value: 'web' },
    (field) => field.fill(''),
    null,
  ],
  [
    'lines of text, where Enter starts the next',
    { type: 'plain_text_input', multiline: true },
    (field) => field.pressSequentially('a\nb'),
    'a\nb',
  ],
  [
    'a menu',
    { type: 'static_select', options: [option('Small'), option('Large')] },
    (field) => choose(field, 'Large'),
    'large',
  ],
];
