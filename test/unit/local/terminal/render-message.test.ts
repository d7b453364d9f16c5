import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../local/slack/payload/json.ts';
import { type Page, renderMessage } from '../../../../local/terminal/render-message.ts';

const userNames: Record<string, string> = {
  U0ANA: 'ana',
  C0CLOUDOPS: 'cloud-ops',
};
const page: Page = {
  width: 60,
  colours: false,
  zone: 'Europe/Lisbon',
  now: Date.UTC(2026, 5, 1, 12),
  nameOf: (id) => userNames[id],
};

const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
const mrkdwn = (text: string): JsonObject => ({ type: 'mrkdwn', text });
const shown = (block: JsonObject, more: Partial<Page> = {}): string =>
  renderMessage({ text: 'fallback', blocks: [block] }, { ...page, ...more });

test.each<[string, JsonObject, string]>([
  ['a header', { type: 'header', text: plain('Alerts :eyes:') }, 'Alerts 👀'],
  [
    'fields in two columns',
    { type: 'section', fields: [mrkdwn('*Who*\nana'), mrkdwn('*What*\ncpu'), mrkdwn('*When*\nnow')] },
    'Who   What\nana   cpu\nWhen\nnow',
  ],
  ['a context', { type: 'context', elements: [mrkdwn('est.'), plain('10 min')] }, 'est.  10 min'],
  ['a divider', { type: 'divider' }, '─'.repeat(60)],
  [
    'buttons and menus',
    {
      type: 'actions',
      elements: [
        { type: 'button', text: plain('Show') },
        { type: 'static_select', placeholder: plain('Size') },
        { type: 'overflow', options: [{ text: plain('Undo') }] },
      ],
    },
    '[Show]  [Size ▾]  [⋯ Undo]',
  ],
  ['an alert', { type: 'alert', level: 'warning', text: plain('It reboots') }, '⚠ It reboots'],
  [
    'a plan of tasks',
    {
      type: 'plan',
      title: 'Add a public IP',
      tasks: [
        { task_id: 'a', title: 'Accepted', status: 'complete' },
        {
          task_id: 'b',
          title: 'Running',
          status: 'in_progress',
        },
        { task_id: 'c', title: 'Done', status: 'pending' },
      ],
    },
    'Add a public IP\n✔ Accepted\n◐ Running\n○ Done',
  ],
  ['unknown blocks', { type: 'video' }, '(video)'],
])('shows %s', (_, block, expected) => {
  expect(shown(block)).toBe(expected);
});

describe('tables', () => {
  const cell = (text: string): JsonObject => ({ type: 'raw_text', text });
  const figure = (value: number): JsonObject => ({ type: 'raw_number', value, text: String(value) });
  const rows = [
    [cell('Name'), cell('CPU')],
    [cell('web'), figure(5)],
    [cell('db-primary'), figure(15)],
  ];

  test('have their caption, and numbers right-aligned', () => {
    expect(shown({ type: 'data_table', caption: 'Servers', rows })).toBe(
      ['Servers', 'Name        CPU', '──────────  ───', 'web           5', 'db-primary   15'].join('\n'),
    );
  });
});
