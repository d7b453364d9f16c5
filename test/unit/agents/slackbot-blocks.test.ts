import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleCards, sampleRequest } from '../../../local/doctor/samples/sample-approvals.ts';
import { sampleEnds } from '../../../local/doctor/samples/sample-ends.ts';
import { sampleParts } from '../../../local/doctor/samples/sample-parts.ts';
import { sampleTalk } from '../../../local/doctor/samples/sample-talk.ts';
import { checkAnswer } from '../../../local/slack/slackbot/answer-rules.ts';
import { present } from '../../../src/agents/present.ts';
import { slackbotBlocks } from '../../../src/agents/slackbot-blocks.ts';
import { brokenRuleOf } from '../../../src/agents/slackbot-rules.ts';
import {
  type Answer,
  type Button,
  buttons,
  buttonsAndMore,
  checklist,
  commandButton,
  done,
  heading,
  item,
  menu,
  note,
  type Part,
  tasks,
} from '../../../src/answer/answer.ts';
import { operations } from '../../../src/operations/index.ts';
import type { AnyBlock } from '../../../src/slack/render/draw-chart.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { answerOf, contextAt } from '../operations/run-line.ts';
import { part } from '../slack/render/any-answer.ts';

const drawn = (...answer: Part[]): readonly AnyBlock[] => slackbotBlocks(answer, '/cloud').blocks ?? [];

/** The ids and values of what a person can press or choose, a list for each block. */
const toolsIn = (blocks: readonly AnyBlock[]) =>
  blocks.flatMap((block) => {
    const elements =
      block.type === 'actions'
        ? block.elements
        : block.type === 'section' && block.accessory
          ? [block.accessory]
          : [];
    return elements.length === 0
      ? []
      : [
          elements.map((element) =>
            element.type === 'button'
              ? [element.action_id, element.value]
              : element.type === 'static_select'
                ? [element.action_id, ...(element.options ?? []).map(({ value }) => value)]
                : [element.type],
          ),
        ];
  });

const show = (name: string, label = 'Show'): Button => commandButton(label, `alert show ${name}`);
const confirm: Button = {
  label: 'Confirm',
  action: { decide: 'confirm', on: 'x' },
  confirm: { title: 'Sure?', text: 'Really' },
};

describe('the blocks for Slackbot', () => {
  test('call a tool in place of a command, with its arguments as JSON, and “{}” without any', () => {
    expect(toolsIn(drawn(buttons(show('x'), commandButton('All', 'alert list'))))).toEqual([
      [
        ['tool:alert_show', '{"policy":"x"}'],
        ['tool:alert_list', '{}'],
      ],
    ]);
  });

  test('have a row for each of several calls of one tool', () => {
    expect(toolsIn(drawn(buttons(show('x'), show('y'), commandButton('All', 'alert list'))))).toEqual([
      [
        ['tool:alert_show', '{"policy":"x"}'],
        ['tool:alert_list', '{}'],
      ],
      [['tool:alert_show', '{"policy":"y"}']],
    ]);
  });

  test('have buttons in place of a menu “⋯”, and a select for each tool of a menu', () => {
    expect(
      toolsIn(drawn(buttonsAndMore([show('x')], [commandButton('All', 'alert list'), confirm]))),
    ).toEqual([
      [
        ['tool:alert_show', '{"policy":"x"}'],
        ['tool:alert_list', '{}'],
      ],
    ]);
    const options = [show('x', 'x'), show('y', 'y'), commandButton('z', 'server show z1')];
    expect(toolsIn(drawn(menu('Choose…', { label: 'All', options }), note('end')))).toEqual([
      [
        ['tool:alert_show', '{"policy":"x"}', '{"policy":"y"}'],
        ['tool:server_show', '{"server":"z1"}'],
      ],
    ]);
  });

  test('keep the one button of a line next to it, and put several below it', () => {
    expect(drawn(item('Disk 80', show('x'))).map(({ type }) => type)).toEqual(['section']);
    const several = drawn(item('Disk 80', show('x'), show('y'), confirm));
    expect(several.map(({ type }) => type)).toEqual(['section', 'actions', 'actions']);
  });

  test.each<[string, Button['action']]>([
    ['confirms', { decide: 'confirm', on: 'x' }],
    ['withdraws', { decide: 'withdraw', on: 'x' }],
    ['undoes', { decide: 'undo', on: 'x' }],
    ['opens a review', { decide: 'review', on: 'x' }],
    ['opens a form', { form: 'alert create' }],
    ['edits a preview', { edit: 'alert create x' }],
    ['shares', { share: 'alert list' }],
    ['ends a change', { line: 'end #1042' }],
    ['asks for help', { line: 'help alert' }],
    ['lacks an argument', { line: 'alert assign x' }],
  ])('have nothing that %s', (_, action) => {
    const button: Button = { label: 'No', action };
    const blocks = drawn(
      done('Done'),
      buttonsAndMore([button, button], [button]),
      item('Line', button),
      item('Lines', button, button),
      menu('Choose…', { label: 'All', options: [button] }),
    );
    expect(blocks.length).toBeGreaterThan(0);
    expect(toolsIn(blocks)).toEqual([]);
  });

  test('have no dialog, no ticks and no task list', () => {
    const blocks = drawn(
      checklist('Servers', ['web01', 'web02']),
      tasks('Steps', { title: 'One', state: 'running' }),
      buttons({ ...show('x'), confirm: { title: 'Sure?', text: 'Really' } }),
    );
    expect(blocks.map(({ type }) => type)).toEqual(['rich_text', 'actions']);
    expect(JSON.stringify(blocks)).toContain('web01, web02');
    expect(JSON.stringify(blocks)).not.toContain('confirm');
  });

  test('are at most 50: rows of buttons are left out first, from the last', () => {
    const answer = Array.from({ length: 40 }, (_, at) => item(`Policy ${at}`, show('x'), show('y')));
    const blocks = drawn(...answer);
    expect(blocks).toHaveLength(50);
    expect(blocks.filter(({ type }) => type === 'section')).toHaveLength(40);
    expect(blocks.slice(0, 3).map(({ type }) => type)).toEqual(['section', 'actions', 'actions']);
  });
});

const text = (words: string) => ({ type: 'plain_text', text: words }) as const;
const button = (more: object = {}) => ({
  type: 'button',
  text: text('Show'),
  action_id: 'tool:alert_list',
  value: '{}',
  ...more,
});
const row = (...elements: object[]) => ({ type: 'actions', elements });
const select = (more: object) =>
  row({ type: 'static_select', action_id: 'tool:alert_show', placeholder: text('Choose'), ...more });
const option = (words: string, value = '{"policy":"x"}') => ({ text: text(words), value });
const section = (more: object) => ({ type: 'section', text: text('x'), ...more });
const rows = (amount: number) => Array.from({ length: amount }, () => [{ type: 'raw_text', text: 'x' }]);

describe('the rules', () => {
  test.each([
    ['number of blocks', []],
    ['number of blocks', Array.from({ length: 51 }, () => ({ type: 'divider' }))],
    ['block task_card', [{ type: 'task_card', task_id: 'x', title: 'x' }]],
    ['block plan', [{ type: 'plan', title: 'x', tasks: [] }]],
    ['block alert', [{ type: 'alert', text: text('x') }]],
    ['block input', [{ type: 'input', label: text('x'), element: {} }]],
    ['block container', [{ type: 'container', child_blocks: [] }]],
    ['block_id', [{ type: 'divider', block_id: 'x' }]],
    ['characters', Array.from({ length: 5 }, () => section({ text: text('x'.repeat(2900)) }))],
    ['header', [{ type: 'header', text: text('x'.repeat(151)) }]],
    ['header', [{ type: 'header', text: text('') }]],
    ['section', [section({ text: text('x'.repeat(3001)) })]],
    ['section', [{ type: 'section' }]],
    ['section', [section({ fields: Array.from({ length: 11 }, () => text('x')) })]],
    ['context', [{ type: 'context', elements: [] }]],
    ['actions', [row()]],
    ['action_id twice', [row(button(), button())]],
    ['confirm', [row(button({ confirm: { title: text('x') } }))]],
    ['confirm', [section({ accessory: button({ confirm: {} }) })]],
    ['element overflow', [section({ accessory: { type: 'overflow', action_id: 'menu:more', options: [] } })]],
    ['element checkboxes', [row({ type: 'checkboxes', action_id: 'x', options: [] })]],
    ['action_id', [row(button({ action_id: 'line:0' }))]],
    ['action_id', [row(button({ action_id: 'tool:confirm' }))]],
    ['action_id', [row(button({ action_id: 'tool:end' }))]],
    ['button', [row(button({ text: text('x'.repeat(76)) }))]],
    ['value', [row(button({ value: undefined }))]],
    ['value', [row(button({ value: '' }))]],
    ['value', [row(button({ value: 'true' }))]],
    ['value', [row(button({ value: '[]' }))]],
    ['value', [row(button({ value: '{"policy":"x"}' }))]],
    [
      'value',
      [row(button({ action_id: 'tool:alert_show', value: JSON.stringify({ policy: 'x'.repeat(2000) }) }))],
    ],
    ['select', [select({ options: [] })]],
    ['select', [select({ options: [option('x')], placeholder: text('x'.repeat(151)) })]],
    ['option twice', [select({ options: [option('x'), option('y')] })]],
    ['option', [select({ options: [option('x'.repeat(76))] })]],
    ['value', [select({ options: [option('x', 'x')] })]],
    ['value', [select({ options: [option('x', JSON.stringify({ policy: 'x'.repeat(70) }))] })]],
    ['rich_text', [{ type: 'rich_text', elements: [] }]],
    ['rich_text', [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [] }] }]],
    [
      'rich_text',
      [
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url: 'http://x' }] }],
        },
      ],
    ],
    ['tables', Array.from({ length: 2 }, () => ({ type: 'data_table', caption: 'x', rows: rows(2) }))],
    ['data_table', [{ type: 'data_table', caption: 'x', rows: rows(1) }]],
    ['data_table', [{ type: 'data_table', caption: 'x', rows: rows(102) }]],
    ['data_table', [{ type: 'data_table', caption: '', rows: rows(2) }]],
    ['data_table', [{ type: 'data_table', caption: 'x', rows: [...rows(2), []] }]],
    [
      'characters of tables',
      [
        {
          type: 'data_table',
          caption: 'x',
          rows: [...rows(1), [{ type: 'raw_text', text: 'x'.repeat(10_001) }]],
        },
      ],
    ],
    ['charts', Array.from({ length: 3 }, () => ({ type: 'data_visualization' }))],
    [
      'data_visualization',
      [
        {
          type: 'data_visualization',
          title: 'x'.repeat(51),
          chart: { type: 'bar', series: [], axis_config: { categories: [] } },
        },
      ],
    ],
  ])('%s', (name, blocks) => {
    expect(brokenRuleOf(blocks as unknown as readonly AnyBlock[])).toBe(name);
  });

  test('let what Skydesk draws through', () => {
    const blocks = [section({ accessory: button() }), row(button()), select({ options: [option('x')] })];
    expect(brokenRuleOf(blocks as unknown as readonly AnyBlock[])).toBeUndefined();
  });
});

/** The blocks hold by both judges: the bot's rules, and those of the local Slack, which were written apart from them. */
function expectTaken(answer: Answer): void {
  const { blocks, brokenRule } = present({ outcome: 'answered', answer }, '/cloud');
  expect(brokenRule).toBeUndefined();
  if (blocks) expect(checkAnswer(JSON.parse(JSON.stringify(blocks)))).toEqual([]);
}

const cloud = await cloudOfFile({ jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 });
const known = await contextAt(cloud);
const request = sampleRequest('open');
const context = {
  ...known,
  changes: { ...known.changes, idOf: async () => request.id, get: async () => request },
};

test.each(
  operations
    .filter(({ isForPeople, isPlan }) => !isForPeople && !isPlan)
    .map(({ id, example }) => ({ id, example })),
)('Slackbot takes the answer to “$example”', async ({ example }) => {
  const answer = await answerOf(example, context);
  expectTaken(answer);
  const { blocks } = present({ outcome: 'answered', answer }, '/cloud');
  expect(blocks === undefined).toBe(answer.length === 0);
});

test.each(Object.entries({ ...sampleParts(), ...sampleCards(), ...sampleEnds(), ...sampleTalk() }))(
  'Slackbot takes the sample of %s',
  (_, answer) => expectTaken(answer),
);

test('Slackbot takes any answer', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const offered = fc.array(
    fc.oneof(
      name.map((policy) => show(policy)),
      name.map((server) => commandButton('Assign', `alert assign x ${server}`)),
      fc.constantFrom(confirm, commandButton('All', 'alert list'), commandButton('Help', 'help')),
    ),
    { maxLength: 8 },
  );
  const pressed = offered.chain((all) =>
    fc.constantFrom<Part>(
      buttons(...all),
      buttonsAndMore(all, all),
      item('Line', ...all),
      menu('Choose…', { label: 'x', options: all }, { label: 'y', options: all }),
      heading('x'),
    ),
  );
  fc.assert(fc.property(fc.array(fc.oneof(part, pressed), { maxLength: 60 }), expectTaken), { numRuns: 100 });
});
