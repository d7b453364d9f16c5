import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '../../../local/slack/slackbot/answer-rules.ts';
import { present } from '../../../src/agents/present.ts';
import { slackbotBlocks } from '../../../src/agents/slackbot-blocks.ts';
import { readToolArguments } from '../../../src/agents/tool-arguments.ts';
import { operationOf } from '../../../src/agents/tool-operations.ts';
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
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { answerOf, contextAt } from '../../support/in-memory/run-line.ts';
import { sampleRequest } from '../../support/made/sample-approvals.ts';
import { part } from '../slack/render/any-answer.ts';

const rendered = (...answer: Part[]): readonly AnyBlock[] => slackbotBlocks(answer, '/cloud');

/** The ids and values that a person can press or choose, one list for each block. */
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

/** Those as text, a line for each block: `tool:alert_show {"policy":"x"}, tool:alert_list {}`. */
const linesOf = (blocks: readonly AnyBlock[]): readonly string[] =>
  toolsIn(blocks).map((row) => row.map((element) => element.join(' ')).join(', '));

const show = (name: string, label = 'Show'): Button => commandButton(label, `alert show ${name}`);
const confirm: Button = {
  label: 'Confirm',
  action: { decide: 'confirm', on: 'x' },
  confirm: { title: 'Sure?', text: 'Really' },
};

describe('the blocks for Slackbot', () => {
  test('call a tool in place of a command, with its arguments as JSON, and have one row for each tool', () => {
    expect(linesOf(rendered(buttons(show('x'), show('y'), commandButton('All', 'alert list'))))).toEqual([
      'tool:alert_show {"policy":"x"}, tool:alert_list {}',
      'tool:alert_show {"policy":"y"}',
    ]);
  });

  test('have buttons in place of a menu “⋯”, and a select for each tool of a menu', () => {
    const more = buttonsAndMore([show('x')], [commandButton('All', 'alert list'), confirm]);
    expect(linesOf(rendered(more))).toEqual(['tool:alert_show {"policy":"x"}, tool:alert_list {}']);
    const options = [show('x', 'x'), show('y', 'y'), commandButton('z', 'server show z1')];
    expect(linesOf(rendered(menu('Choose…', { label: 'All', options }), note('end')))).toEqual([
      'tool:alert_show {"policy":"x"} {"policy":"y"}, tool:server_show {"server":"z1"}',
    ]);
  });

  test('keep the one button of a line next to it, and put several below it', () => {
    expect(rendered(item('Disk 80', show('x'))).map(({ type }) => type)).toEqual(['section']);
    const several = rendered(item('Disk 80', show('x'), show('y'), confirm));
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
    const blocks = rendered(
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
    const blocks = rendered(
      checklist('Servers', ['web01', 'web02']),
      tasks('Steps', { title: 'One', state: 'running' }),
      buttons({ ...show('x'), confirm: { title: 'Sure?', text: 'Really' } }),
    );
    expect(blocks.map(({ type }) => type)).toEqual(['rich_text', 'actions']);
    expect(JSON.stringify(blocks)).toContain('web01, web02');
    expect(JSON.stringify(blocks)).not.toContain('confirm');
  });

  test('are at most 50: rows of buttons are dropped first, the last ones before the others', () => {
    const answer = Array.from({ length: 40 }, (_, at) => item(`Policy ${at}`, show('x'), show('y')));
    const blocks = rendered(...answer);
    expect(blocks).toHaveLength(50);
    expect(blocks.filter(({ type }) => type === 'section')).toHaveLength(40);
    expect(blocks.slice(0, 3).map(({ type }) => type)).toEqual(['section', 'actions', 'actions']);
  });
});

/** Slackbot takes the blocks, by the rules of the local Slack; each element calls its own tool, with valid arguments. */
function expectTaken(answer: Answer): void {
  const { blocks } = present({ outcome: 'answered', answer }, '/cloud');
  if (blocks.length === 0) return;
  expect(checkAnswer(JSON.parse(JSON.stringify(blocks)))).toEqual([]);
  expect(JSON.stringify(blocks)).not.toMatch(/"(block_id|confirm)":/);
  for (const row of toolsIn(blocks)) {
    const ids = row.map(([id]) => String(id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [id, ...values] of row)
      for (const value of values) {
        const [, tool = ''] = /^tool:([\w-]+)$/.exec(String(id)) ?? [];
        const operation = operationOf(tool);
        const read = operation && readToolArguments(operation, JSON.parse(String(value)));
        expect(read, `${id} ${value}`).toHaveProperty('raw');
      }
  }
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
  expect(blocks.length === 0).toBe(answer.length === 0);
});

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
