import { describe, expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { sampleApp } from '../../local/slack/workspace/sample-workspace.ts';
import { changes, freshSkydesk, type Outcome, text } from '../support/index.ts';

const bot = await freshSkydesk();

/** An existing conversation between people: the `ts` of the message at the top of its thread. */
async function conversation(): Promise<string> {
  await bot.slack.type('ben', 'cloud-ops', 'WEB01 is slow again');
  return asString(bot.slack.sees('ana', 'cloud-ops').at(-1)?.ts);
}

interface Mentioning {
  readonly as?: string;
  readonly in?: string;
  readonly thread?: string;
  readonly later?: boolean;
}

/** Mentions the bot; resolves to its messages, without the person's own. */
async function mention(
  line: string,
  { as = 'ana', in: channel = 'cloud-ops', thread, later }: Mentioning = {},
): Promise<Outcome> {
  const more = thread === undefined ? {} : { threadTs: thread };
  const outcome = await bot.outcomeOf(() => bot.slack.type(as, channel, `@Skydesk ${line}`, more), later);
  return { ...outcome, said: outcome.said.filter(({ message }) => message.user === sampleApp.userId) };
}

/** The reader of each message, and its thread. */
const places = ({ said }: Outcome) => said.map(({ to, message }) => [to, asString(message.threadTs)]);

const newDisk = (name: string) => `alert create "${name}" disk=95 to=ops@example.com`;

describe('a direct message with Skydesk', () => {
  const write = (line: string) => bot.outcomeOf(() => bot.slack.type('ana', 'dm', line));

  test.each(['alert list', '@Skydesk alert list', '`alert list`'])('“%s” is a command', async (line) => {
    expect(text(await write(line))).toContain('alert policies in ACME');
  });

  test('previews a change, keeps the preview through a reload, and makes the change once', async () => {
    const preview = await write(newDisk('In a direct message'));
    expect(text(preview)).toMatch(/expires at \d+:\d\d [AP]M · \/cloud alert create/);
    expect(preview.said.at(-1)?.to).toBe('D0ANA');
    expect(changes(await bot.press('ana', 'decide:confirm'))).toHaveLength(1);
    expect(JSON.stringify(bot.slack.sees('ana', 'dm'))).not.toContain('decide:confirm');
  });
});

describe('a change requested by a mention', () => {
  test('is previewed for its requester in the thread, and reported there once it is made', async () => {
    const thread = await conversation();
    const preview = await mention(newDisk('In the thread'), { thread });
    expect(places(preview)).toEqual([['only ana', thread]]);
    expect(text(preview)).toContain('expires at ');
    expect(changes(preview)).toEqual([]);

    const confirmed = await bot.press('ana', 'decide:confirm');
    expect(changes(confirmed)).toHaveLength(1);
    expect(places(confirmed)).toEqual([['#cloud-ops', thread]]);
    expect(text(confirmed)).toContain('✅ Created alert policy In the thread');
    expect(text(confirmed)).toContain('Ana Ferreira (ana) · /cloud alert create');
    expect(text(await bot.type('ana', 'history'))).toContain('Create alert policy');

    const undo = await bot.press('ben', 'Undo');
    expect(places(undo)).toEqual([['only ben', thread]]);
    expect(text(undo)).toContain('Undo: delete alert policy In the thread?');
    // The result, and the first message without its Undo.
    expect(places(await bot.press('ben', 'decide:confirm'))).toEqual([
      ['#cloud-ops', thread],
      ['#cloud-ops', thread],
    ]);
  });

  test('that lacks something gets a button for its form, whose answer comes to the thread', async () => {
    const thread = await conversation();
    const outcome = await mention('alert create', { thread });
    expect(places(outcome)).toEqual([['only ana', thread]]);
    expect(text(outcome)).toBe('Some details are missing. Open the form to enter them.\n[Open Form]');
    expect(bot.slack.views('ana')).toEqual([]);

    expect((await bot.press('ana', 'Open Form')).ack).toBe('ok');
    expect(bot.slack.views('ana')).toHaveLength(1);
    const values = { Name: 'By form', 'Disk threshold (%)': '90', 'Send to': 'ops@example.com' };
    await bot.outcomeOf(async () => (await bot.slack.submit('ana', values)).ack);
    expect(bot.slack.views('ana')).toHaveLength(2);
    const made = await bot.outcomeOf(async () => (await bot.slack.submit('ana')).ack);
    expect(places(made)).toEqual([['#cloud-ops', thread]]);
    expect(text(made)).toContain('Created alert policy By form');
  });

  test('that needs approval is requested as usual, and its end is reported in the thread', async () => {
    const thread = await conversation();
    const line = 'firewall create de1 va1 source=10.7.0.0/24 destination=10.7.1.0/24 why="for the test"';
    await mention(line, { thread });
    const asked = await bot.press('ana', 'decide:confirm');
    expect(places(asked)).toContainEqual(['C0APPROVALS', '']);
    await bot.press('ben', 'Review');
    const approved = await bot.outcomeOf(async () => (await bot.slack.submit('ben')).ack, true);
    expect(places(approved)).toContainEqual(['#cloud-ops', thread]);
    expect(text(approved)).toContain('Open, no end · ');
  });
});
