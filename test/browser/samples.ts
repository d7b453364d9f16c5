import type { Page } from 'playwright-core';
import type { JsonObject } from '../../local/slack/payload/json.ts';

/** Blocks to be shown, and how they are found on a page. */

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

export const card = (name: string): JsonObject => ({
  type: 'card',
  title: mrkdwn(`*${name}*`),
  subtitle: mrkdwn('a server'),
  body: mrkdwn('up for 3 days'),
  actions: [{ type: 'button', action_id: name, text: plain(`Open ${name}`) }],
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

export const chart = (type: string): JsonObject => {
  const series = (name: string, values: number[]): JsonObject => ({
    name,
    data: ['Jan', 'Feb', 'Mar'].map((label, at) => ({ label, value: values[at] ?? 0 })),
  });
  return {
    type: 'data_visualization',
    title: 'Cost',
    chart: {
      type,
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
  output: rich({ type: 'text', text: 'output' }),
  sources: [{ type: 'url', url: 'https://x.example', text: `Source ${status}` }],
});

/** One of each block, as Slack takes it on one surface or another. */
export const blockSamples: { sentence: string; block: JsonObject; role: Role; name: string }[] = [
  {
    sentence: 'a header',
    block: { type: 'header', text: plain('Alerts') },
    role: 'heading',
    name: 'Alerts',
  },
  {
    sentence: 'a section with fields and a button',
    block: {
      type: 'section',
      block_id: 's',
      text: mrkdwn('*Night watch* `cpu` <@U0ANA> <!here> <https://x.example|docs>\n> said'),
      fields: [mrkdwn('*Who*\nana'), plain('What')],
      accessory: { type: 'button', action_id: 'a', text: plain('Show') },
    },
    role: 'button',
    name: 'Show',
  },
  {
    sentence: 'a context',
    block: {
      type: 'context',
      elements: [{ type: 'image', image_url: 'https://x.example/a.png', alt_text: 'logo' }, mrkdwn('asked')],
    },
    role: 'img',
    name: 'logo',
  },
  { sentence: 'a divider', block: { type: 'divider' }, role: 'separator', name: '' },
  {
    sentence: 'actions',
    block: {
      type: 'actions',
      block_id: 'acts',
      elements: [
        { type: 'button', action_id: '1', style: 'primary', text: plain('Approve') },
        { type: 'button', action_id: '2', style: 'danger', text: plain('Reject') },
        { type: 'static_select', action_id: '3', placeholder: plain('Size'), options: [option('Small')] },
        { type: 'overflow', action_id: '4', options: [option('Undo')] },
        { type: 'datepicker', action_id: '5', placeholder: plain('Day') },
        { type: 'workflow_button', action_id: '6', text: plain('Workflow'), workflow: {} },
      ],
    },
    role: 'combobox',
    name: 'Size',
  },
  {
    sentence: 'context actions',
    block: {
      type: 'context_actions',
      block_id: 'opinions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'f',
          positive_button: { text: plain('Good'), value: 'up' },
          negative_button: { text: plain('Bad'), value: 'down' },
        },
        { type: 'icon_button', action_id: 'i', icon: 'trash', text: plain('Delete') },
      ],
    },
    role: 'button',
    name: 'Bad',
  },
  {
    sentence: 'an image',
    block: {
      type: 'image',
      image_url: 'https://x.example/a.png',
      alt_text: 'a graph',
      title: plain('Costs'),
    },
    role: 'img',
    name: 'a graph',
  },
  {
    sentence: 'rich text with lists, quotes and code',
    block: {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'bold', style: { bold: true, italic: true } },
            { type: 'link', url: 'https://x.example', text: 'a link' },
            { type: 'emoji', name: 'wave', unicode: '1f44b' },
            { type: 'user', user_id: 'U0ANA' },
            { type: 'broadcast', range: 'here' },
            { type: 'color', value: '#d1661a' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          offset: 2,
          indent: 1,
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'third' }] }],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'code' }] },
      ],
    },
    role: 'link',
    name: 'a link',
  },
  {
    sentence: 'markdown',
    block: {
      type: 'markdown',
      text: '# Title\n\n**bold** [page](https://x.example) <b>\n\n- [x] one\n\n> two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\ncode\n```',
    },
    role: 'heading',
    name: 'Title',
  },
  {
    sentence: 'a table',
    block: { type: 'table', rows: [[cell('Name')], [cell('web')]], column_settings: [{ is_wrapped: true }] },
    role: 'columnheader',
    name: 'Name',
  },
  { sentence: 'a data table', block: servers, role: 'table', name: 'Servers' },
  { sentence: 'a chart', block: chart('bar'), role: 'figure', name: 'Cost' },
  {
    sentence: 'an alert',
    block: { type: 'alert', level: 'warning', text: mrkdwn('It *reboots*') },
    role: 'note',
    name: 'Warning',
  },
  { sentence: 'a card', block: { ...card('web'), block_id: 'card' }, role: 'button', name: 'Open web' },
  {
    sentence: 'a carousel',
    block: {
      type: 'carousel',
      block_id: 'cards',
      elements: ['one', 'two', 'three', 'four', 'five'].map(card),
    },
    role: 'button',
    name: 'Open two',
  },
  {
    sentence: 'a container',
    block: {
      type: 'container',
      title: plain('Group'),
      subtitle: plain('of servers'),
      is_collapsible: true,
      child_blocks: [{ type: 'header', text: plain('Inside') }],
    },
    role: 'heading',
    name: 'Inside',
  },
  {
    sentence: 'a video',
    block: {
      type: 'video',
      video_url: 'https://x.example/v',
      thumbnail_url: 'https://x.example/t.png',
      alt_text: 'a desk',
      title: plain('How to approve'),
      author_name: 'ana',
      description: plain('In three minutes'),
    },
    role: 'link',
    name: 'How to approve',
  },
  {
    sentence: 'a plan of tasks',
    block: { type: 'plan', title: 'Plan', tasks: ['pending', 'in_progress', 'complete', 'error'].map(task) },
    role: 'link',
    name: 'Source complete',
  },
  { sentence: 'a task', block: task('complete'), role: 'list', name: 'Sources' },
  {
    sentence: 'a field',
    block: input('Name', { type: 'plain_text_input' }, { hint: plain('Short') }),
    role: 'textbox',
    name: 'Name',
  },
];

/** Each element that takes something: what a person does to it, and what then reaches the surface. */
export const fields: {
  sentence: string;
  element: JsonObject;
  enter: (page: Page) => Promise<unknown>;
  entered: string | string[] | null;
}[] = [
  {
    sentence: 'a line of text',
    element: { type: 'plain_text_input' },
    enter: (page) => page.getByLabel('Field').fill('web'),
    entered: 'web',
  },
  {
    sentence: 'a line of text that is emptied',
    element: { type: 'plain_text_input', initial_value: 'web' },
    enter: (page) => page.getByLabel('Field').fill(''),
    entered: null,
  },
  {
    sentence: 'lines of text, where Enter begins the next',
    element: { type: 'plain_text_input', multiline: true },
    enter: (page) => page.getByLabel('Field').pressSequentially('a\nb'),
    entered: 'a\nb',
  },
  {
    sentence: 'an email address',
    element: { type: 'email_text_input' },
    enter: (page) => page.getByLabel('Field').fill('ops@example.com'),
    entered: 'ops@example.com',
  },
  {
    sentence: 'an address',
    element: { type: 'url_text_input' },
    enter: (page) => page.getByLabel('Field').fill('https://x.example'),
    entered: 'https://x.example',
  },
  {
    sentence: 'a number',
    element: { type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '9' },
    enter: (page) => page.getByRole('spinbutton', { name: 'Field' }).fill('2.5'),
    entered: '2.5',
  },
  {
    sentence: 'rich text',
    element: { type: 'rich_text_input' },
    enter: (page) => page.getByLabel('Field').fill('some words'),
    entered: 'some words',
  },
  {
    sentence: 'a menu',
    element: { type: 'static_select', options: [option('Small'), option('Large')] },
    enter: (page) => choose(page, 'Large'),
    entered: 'large',
  },
  {
    sentence: 'a menu of several',
    element: {
      type: 'multi_static_select',
      options: [option('Small'), option('Large')],
      initial_options: [option('Small')],
    },
    enter: (page) => choose(page, 'Large'),
    entered: ['small', 'large'],
  },
  {
    sentence: 'a menu of several from which one is taken away',
    element: {
      type: 'multi_static_select',
      options: [option('Small'), option('Large')],
      initial_options: [option('Small'), option('Large')],
    },
    enter: (page) => page.getByRole('button', { name: 'Remove Small' }).click(),
    entered: ['large'],
  },
  {
    sentence: 'a menu of people',
    element: { type: 'users_select', initial_user: 'U0ANA' },
    enter: (page) => choose(page, '@ben'),
    entered: 'U0BEN',
  },
  {
    sentence: 'a menu of several people',
    element: { type: 'multi_users_select', initial_users: ['U0ANA'] },
    enter: (page) => choose(page, '@ben'),
    entered: ['U0ANA', 'U0BEN'],
  },
  {
    sentence: 'a menu of channels',
    element: { type: 'channels_select' },
    enter: (page) => choose(page, '#cloud-ops'),
    entered: 'C0CLOUDOPS',
  },
  {
    sentence: 'a menu of several conversations',
    element: { type: 'multi_conversations_select' },
    enter: (page) => choose(page, '#cloud-ops'),
    entered: ['C0CLOUDOPS'],
  },
  {
    sentence: 'checkboxes',
    element: {
      type: 'checkboxes',
      options: [option('One'), option('Two'), option('Three')],
      initial_options: [option('Three')],
    },
    enter: (page) => page.getByRole('group', { name: 'Field' }).getByLabel('One').check(),
    entered: ['one', 'three'],
  },
  {
    sentence: 'radio buttons',
    element: { type: 'radio_buttons', options: [option('Approve'), option('Reject')] },
    enter: (page) => page.getByRole('radiogroup', { name: 'Field' }).getByLabel('Reject').check(),
    entered: 'reject',
  },
  {
    sentence: 'a day',
    element: { type: 'datepicker', initial_date: '2026-06-01' },
    enter: (page) => page.getByLabel('Field').fill('2026-06-30'),
    entered: '2026-06-30',
  },
  {
    sentence: 'a time',
    element: { type: 'timepicker', initial_time: '10:30' },
    enter: (page) => page.getByLabel('Field').fill('22:15'),
    entered: '22:15',
  },
  {
    sentence: 'a moment, in the zone of the reader',
    element: { type: 'datetimepicker', initial_date_time: 1_780_000_000 },
    enter: (page) => page.getByLabel('Field').fill('2026-06-01T10:00'),
    entered: String(Date.UTC(2026, 5, 1, 9) / 1000),
  },
];

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name }).click();
}
