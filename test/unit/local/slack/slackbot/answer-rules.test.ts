import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../local/slack/payload/json.ts';
import { asShown, checkAnswer } from '../../../../../local/slack/slackbot/answer-rules.ts';
import { showAnswer } from '../../../../../local/slack/slackbot/replies.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const words = { type: 'mrkdwn', text: 'Two alert policies' };
const section = { type: 'section', text: words };
const button = (more: JsonObject = {}): JsonObject => ({
  type: 'button',
  text: plain('Show'),
  action_id: 'tool:alert_show',
  value: '{"policy":"Night watch"}',
  ...more,
});
const actions = (...elements: JsonObject[]): JsonObject => ({ type: 'actions', elements });
const option = (value: string): JsonObject => ({ text: plain('Night watch'), value });
const select = (value: string): JsonObject => ({
  type: 'static_select',
  placeholder: plain('Show a policy…'),
  action_id: 'tool:alert_show',
  options: [option(value)],
});
const table = {
  type: 'data_table',
  caption: 'Alert policies',
  rows: [[{ type: 'raw_text', text: 'Name' }], [{ type: 'raw_text', text: 'Night watch' }]],
};

const noJson = (at: string) => `must be a JSON object, as a string [/blocks/0/elements/0/${at}]`;
const twice = (at: string) => `\`action_id\` "tool:alert_show" already exists [/blocks/0/${at}/action_id]`;
const unsupported = (type: string, at: string) => `unsupported type: ${type} [/blocks/0/${at}type]`;

test.each<[sentence: string, blocks: Json, refusal?: string]>([
  ['takes text, tables and charts', [section, { type: 'divider' }, table]],
  ['takes fifty blocks', Array.from({ length: 50 }, () => section)],
  ['refuses more', Array.from({ length: 51 }, () => section), 'no more than 50 items allowed [/blocks]'],
  ['refuses blocks that are no list', { ...section }, 'must provide an array [/blocks]'],
  ['refuses tasks', [{ type: 'task_card' }], unsupported('task_card', '')],
  ['refuses an alert', [{ type: 'alert' }], unsupported('alert', '')],
  ['takes a button that calls a tool', [actions(button())]],
  ['refuses two buttons of one tool in a block', [actions(button(), button())], twice('elements/1')],
  ['takes two buttons of one tool in two blocks', [actions(button()), actions(button())]],
  ['takes a tool without arguments', [actions(button({ value: '{}' }))]],
  ['refuses a tool whose value is no JSON', [actions(button({ value: 'Night watch' }))], noJson('value')],
  ['refuses a tool whose value is a list', [actions(button({ value: '["Night"]' }))], noJson('value')],
  [
    'refuses a tool without a value',
    [actions({ type: 'button', text: plain('Show'), action_id: 'tool:alert_list' })],
    noJson('value'),
  ],
  [
    'refuses a tool without a name',
    [actions(button({ action_id: 'tool:' }))],
    'must name a tool after `tool:` [/blocks/0/elements/0/action_id]',
  ],
  ['takes a value of 2,000 characters', [actions(button({ value: jsonOf(2_000) }))]],
  [
    'refuses a longer value',
    [actions(button({ value: jsonOf(2_001) }))],
    'must be less than 2001 characters [/blocks/0/elements/0/value]',
  ],
  ['takes a menu whose options call a tool', [actions(select('{"policy":"Night watch"}'))]],
  ['refuses a menu with an option of no JSON', [actions(select('Night watch'))], noJson('options/0/value')],
  ['takes a button of another id: it is inert', [actions(button({ action_id: 'confirm-1', value: 'x' }))]],
])('of the blocks of an answer, Slackbot %s', (_, blocks, refusal) => {
  const problems = checkAnswer(blocks).map(({ message, pointer }) => `${message} [${pointer}]`);
  if (refusal === undefined) expect(problems).toEqual([]);
  else expect(problems).toContain(refusal);
});

function jsonOf(length: number): string {
  return JSON.stringify({ policy: 'x'.repeat(length - '{"policy":""}'.length) });
}

describe('as Slackbot shows it, an answer', () => {
  test('keeps what calls a tool', () => {
    const blocks = [actions(button())];
    expect(asShown(blocks)).toEqual(blocks);
  });

  test('loses all other ids', () => {
    const other = button({ action_id: 'confirm-1' });
    const { action_id: _, ...inert } = other;
    expect(asShown([actions(other)])).toEqual([actions(inert)]);
  });

  test('uses Slack’s own dialogs', () => {
    const [title, text, yes, deny] = ['Free money?', 'Yes', 'Take', 'No'].map(plain);
    const confirm = { title, text, confirm: yes, deny } as JsonObject;
    expect(JSON.stringify(asShown([actions(button({ confirm }))]))).not.toContain('Free money');
    expect(asShown([actions(button({ confirm }))])[0]).toMatchObject({
      elements: [{ confirm: { title: plain('Are you sure?') } }],
    });
  });

  const inReply = (text: string, blocks?: JsonObject[]) =>
    showAnswer({ name: 'alert_list', inputSchema: { type: 'object' } }, { text, ...(blocks && { blocks }) });

  test('without blocks is text that formats and mentions nothing', () => {
    const reply = JSON.stringify(inReply('<!channel> is the name. See https://acme.example/1042'));
    expect(reply).toContain('{"type":"text","text":"<!channel> is the name. See "}');
    expect(reply).toContain('{"type":"link","url":"https://acme.example/1042"}');
  });

  test('loses all blocks because of one invalid block, which is named', () => {
    const { blocks, problems } = inReply('In words.', [section, { type: 'alert' }]);
    expect(JSON.stringify(blocks)).toContain('In words.');
    expect(JSON.stringify(blocks)).not.toContain(words.text);
    expect(problems).toEqual(['unsupported type: alert [/blocks/1/type]']);
  });
});
