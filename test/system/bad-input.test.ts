import { describe, expect, test } from 'vitest';
import { asObject } from '../../local/slack/payload/json.ts';
import { renderView } from '../../local/terminal/render-message.ts';
import { formOf, parseCommand } from '../../src/command-line/parse-command.ts';
import {
  calls,
  changes,
  click,
  explained,
  freshSkydesk,
  idOn,
  markupIn,
  type Outcome,
  type SignedRequest,
  send,
  slash,
  type TestSkydesk,
  text,
} from '../support/index.ts';

const bot = await freshSkydesk();

/** Every mistake has a private answer, no change, and no unexpected log line. */
function expectHarmless(outcome: Outcome, to = 'only ana'): void {
  expect(outcome.ack).toBe('ok');
  expect(outcome.said.map((said) => said.to)).toEqual([to]);
  expect(outcome.said.map(({ fallback }) => fallback)).not.toContain('');
  expect(changes(outcome)).toEqual([]);
  expect(explained).toEqual(expect.arrayContaining([...new Set(outcome.logged)]));
}

const deliver = (request: SignedRequest): Promise<Outcome> => bot.outcomeOf(() => send(bot, request));

const long = 'x'.repeat(3000);

/** A line that a person types, and sentences of the answer; the other syntax errors are tested with `parseCommand`. */
const mistakes: readonly (readonly [what: string, line: string, ...reads: string[]])[] = [
  ['a port out of range', 'ip add de1acmeweb04 tcp/99999', 'ports “tcp/99999” has a port outside 1 to 65535'],
  [
    'a future month',
    'invoice 2099-01',
    '❌ The cloud API rejected this request.',
    'month: The month has not begun.',
    'Correct it and try again.',
  ],
  ['a month without an invoice', 'invoice 2010-01', '❌ There is no invoice for January 2010.'],
  [
    'an unknown server',
    'server show zz99',
    '❌ There is no server “zz99”.',
    'Check the name, or list what exists.',
  ],
  ['an unknown data center', 'dc show xx9', '❌ There is no data center “xx9”.'],
  ['a path for a job', 'job ../../v2/servers', '❌ No job has the id “../../v2/servers”.'],
  [
    'an account that the login may not view',
    'alert list account=PARENT',
    '❌ The cloud API denied this: Skydesk’s API user lacks the role, or access to that account.',
    'Ask your Skydesk admin to check its roles.',
    'Skydesk’s account and roles: /cloud whoami',
  ],
  ['3,000 characters for a name', `alert show ${long}`, `❌ There is no alert policy “${'x'.repeat(80)}…”.`],
  [
    '3,000 characters for the name of something new',
    `alert create ${long} disk=80 to=ops@example.com`,
    'name is 3000 characters long; the limit is 200',
  ],
  ['3,000 words', `alert list ${'y '.repeat(1500)}`, '❌ Check this command:'],
  ['emoji for a name', 'alert show 🚀🔥', '❌ There is no alert policy “🚀🔥”.'],
  ['a call to the whole channel', 'alert show "<!channel>"', '❌ There is no alert policy “<!channel>”.'],
];

/** Whether the line is a change with mistakes. */
const opensForm = (line: string): boolean => {
  const parsed = parseCommand(line);
  return parsed.kind === 'mistaken' && formOf(parsed) !== undefined;
};

/** A line that is too long for a button has none to its form. */
const buttons = (line: string): string => (line.length > 2000 ? '[Help]' : '[Open Form] · [Help]');

/** A rule without the name of its argument, which the form shows by its label. */
const inForm = (rule: string): string => rule.replace(/^(disk|for|to|ports|from|address|name) /, '');

describe('answers privately, changes nothing and throws nothing at', () => {
  test.each(mistakes.filter(([, line]) => opensForm(line)))('%s, in its form', async (_, line, ...reads) => {
    const outcome = await bot.type('ana', line);
    expect(outcome.ack).toBe('ok');
    expect(outcome.said).toEqual([]);
    expect(changes(outcome)).toEqual([]);
    expect(explained).toEqual(expect.arrayContaining([...new Set(outcome.logged)]));
    const view = asObject(bot.slack.views('ana').at(-1));
    const shown = renderView(view, { width: 4000, colours: false, zone: 'UTC', now: 0, nameOf: String });
    for (const rule of reads) expect(shown).toContain(inForm(rule));
    expect(markupIn(view)).toEqual([]);
    await bot.slack.dismiss('ana', true);
  });

  test.each(mistakes.filter(([, line]) => opensForm(line)))(
    '%s, in words if the form can’t be opened',
    async (_, line, ...reads) => {
      bot.slack.fault({ method: 'views.open', error: 'expired_trigger_id', times: 1 });
      const outcome = await bot.type('ana', line);
      expect(outcome.logged).toEqual(['form not opened']);
      expectHarmless({ ...outcome, logged: [] });
      expect(outcome.said[0]?.lines).toEqual(expect.arrayContaining([...reads, buttons(line)]));
      expect(outcome.said.flatMap(({ message }) => markupIn(message))).toEqual([]);
      expect(bot.slack.views('ana')).toEqual([]);
    },
  );

  test.each(mistakes.filter(([, line]) => !opensForm(line)))('%s', async (_, line, ...reads) => {
    const outcome = await bot.type('ana', line);
    expectHarmless(outcome);
    expect(outcome.said[0]?.lines).toEqual(expect.arrayContaining(reads));
    expect(outcome.said.flatMap(({ message }) => markupIn(message))).toEqual([]);
  });

  test.each([
    ['a right-to-left override', 'alert show "a\u202eb"', '“ab”'],
    ['null bytes and other controls', 'alert show "a\u0000\u0007b"', '“a  b”'],
    ['characters that queues refuse', 'alert show "a\ufffe\uffffb"', '“a\ufffe\uffffb”'],
    ['a mention as Slack sends it', 'alert show <@U0BEN|ben>', '“@ben”'],
    ['a channel call as Slack sends it', 'alert show <!channel>', '“@channel”'],
    ['a link as Slack sends it', 'alert show <http://evil.example|safe>', '“safe”'],
    ['entities that hide markup', 'alert show &lt;!here&gt;', '“<!here>”'],
  ])('%s', async (_, line, shown) => {
    const outcome = await deliver(slash(bot, line));
    expectHarmless(outcome);
    expect(JSON.stringify(outcome.said[0]?.message)).not.toMatch(/\\u00|\u202e/);
    expect(outcome.said[0]?.message.text).toContain('There is no alert policy');
    expect(outcome.said[0]?.lines.join()).toContain(shown.replaceAll('  ', ' · '));
    expect(outcome.said.flatMap(({ message }) => markupIn(message))).toEqual([]);
  });
});

test('a name that looks like a call to the channel stays a name', async () => {
  await bot.type(
    'ana',
    'alert create "<!channel> <@U0BEN> <https://evil.example|x>" disk=95 to=ops@example.com',
  );
  const { said, asked } = await bot.press('ana', 'decide:confirm');
  expect(asked).toEqual([
    expect.stringMatching(/^POST .*"name":"<!channel> <@U0BEN> <https:\/\/evil\.example\|x>"/),
    expect.stringMatching(/^GET \/v2\/alertPolicies\/ACME\/[0-9a-f]{32}$/),
  ]);
  expect(said.map(({ to }) => to)).toEqual(['#cloud-ops']);
  expect(said[0]?.lines[0]).toBe('✅ Created alert policy <!channel> <@U0BEN> <https://evil.example|x>');
  const listed = await bot.type('ana', 'alert list');
  expect([...said, ...listed.said].flatMap(({ message }) => markupIn(message))).toEqual([]);
});

test.each([
  ['guests', 'gus', 'Guests can’t use Skydesk.'],
  ['people of other workspaces', 'sam', 'Skydesk can’t be used from another workspace.'],
])('serves nobody else: %s', async (_, person, answer) => {
  const outcome = await bot.type(person, 'alert list');
  expectHarmless(outcome, `only ${person}`);
  expect(outcome.said[0]?.lines).toEqual([`❌ ${answer}`]);
  expect(calls(outcome)).toEqual([]);
});

describe('a decision', () => {
  const made = '✅ Created alert policy Disk 95';

  test('of another person is refused', async () => {
    const waiting = await preview(bot);
    const outcome = await deliver(click(bot, 'confirm', waiting, 'U0BEN'));
    expectHarmless(outcome, 'only ben');
    expect(text(outcome)).toBe('Only the requester can confirm or cancel this.');
    expect(text(await bot.press('ana', 'decide:confirm'))).toContain(made);
  });
});

/** Lets a change wait for Ana's confirmation. @returns its id */
async function preview(one: TestSkydesk): Promise<string> {
  const { said } = await one.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  return idOn(said, 'confirm');
}
