import { afterAll, describe, expect, test } from 'vitest';
import { serverError } from '../../local/aws/index.ts';
import { asObjects, asString } from '../../local/slack/payload/json.ts';
import { labelOf } from '../../local/slack/payload/view-state.ts';
import { sampleApp } from '../../local/slack/workspace/sample-workspace.ts';
import {
  botUnderTest,
  bundlesWith,
  calls,
  changes,
  type Doing,
  event,
  type Outcome,
  removeBundles,
  type SignedRequest,
  send,
  text,
} from '../harness/index.ts';

const strict = await bundlesWith({ channels: ['C0APPROVALS'] });
afterAll(() => removeBundles(strict));

const bot = botUnderTest();
const elsewhere = botUnderTest({ bundles: strict });

/** A conversation that people have already: the `ts` of the message that its thread is about. */
async function conversation(): Promise<string> {
  await bot.slack.type('ben', 'cloud-ops', 'WEB01 is slow again');
  return asString(bot.slack.sees('ana', 'cloud-ops').at(-1)?.ts);
}

/** Mentions the bot; what it said, without what the person wrote. */
async function mention(
  line: string,
  { as = 'ana', in: channel = 'cloud-ops', thread, later }: Doing & { thread?: string } = {},
  at = bot,
): Promise<Outcome> {
  const more = thread === undefined ? {} : { threadTs: thread };
  const outcome = await at.outcomeOf(() => at.slack.type(as, channel, `@Skydesk ${line}`, more), later);
  return { ...outcome, said: outcome.said.filter(({ message }) => message.user === sampleApp.userId) };
}

/** Who saw each thing, and in which thread. */
const places = ({ said }: Outcome) => said.map(({ to, message }) => [to, asString(message.threadTs)]);
const buttons = ({ said }: Outcome): string[] =>
  said.flatMap(({ message }) =>
    asObjects(message.blocks).flatMap(({ elements }) =>
      asObjects(elements)
        .filter(({ type }) => type === 'button')
        .map((button) => labelOf(button)),
    ),
  );

const newDisk = (name: string) => `alert create "${name}" disk=95 to=ops@example.com`;

describe('a mention', () => {
  test('in a channel says what the command says, to the person alone, in the channel', async () => {
    const typed = await bot.type('alert list');
    const mentioned = await mention('alert list');
    expect(mentioned.ack).toBe('ok');
    expect(places(mentioned)).toEqual([['only ana', '']]);
    expect(text(mentioned)).toBe(text(typed));
    expect(mentioned.logged).toEqual([]);
  });

  test('in a thread is answered in it, to the person alone', async () => {
    const thread = await conversation();
    const outcome = await mention('server find web', { thread });
    expect(places(outcome)).toEqual([['only ana', thread]]);
    expect(text(outcome)).toContain('DE1ACMEWEB01');
  });

  test('without a line gives help', async () => {
    const thread = await conversation();
    const outcome = await mention('', { thread });
    expect(places(outcome)).toEqual([['only ana', thread]]);
    expect(text(outcome)).toContain('Skydesk commands');
  });

  test('with a typo says what was probably meant, and the button for it stays in the thread', async () => {
    const thread = await conversation();
    const outcome = await mention('alert lsit', { thread });
    expect(text(outcome)).toContain('❌ Unknown command “alert lsit”.');
    expect(text(outcome)).toContain('Did you mean /cloud alert list?');
    const meant = await bot.press('alert list');
    expect(places(meant)).toEqual([['only ana', thread]]);
    expect(text(meant)).toContain('Disk');
  });

  test('is read as Slack writes it down: smart quotes, addresses, a name behind the line', async () => {
    const outcome = await mention('alert show “Night watch”');
    expect(text(outcome)).toContain('Night watch');
    const address = await mention('alert create “From a mention” disk=95 to=ops@acme.example.com');
    expect(text(address)).toContain('Expires in 10 min · /cloud alert create "From a mention" disk=95');
    const written = () => bot.slack.type('ana', 'cloud-ops', 'alert list please @Skydesk');
    expect(text(await bot.outcomeOf(written))).toContain('Remove “please”');
  });
});

describe('a direct message with Skydesk', () => {
  const write = (line: string) => bot.outcomeOf(() => bot.slack.type('ana', 'dm', line));

  test.each(['alert list', '@Skydesk alert list', '`alert list`'])('“%s” is a command', async (line) => {
    expect(text(await write(line))).toContain('alert policies in ACME');
  });

  test('a change is previewed there, where a reload keeps it, and made once', async () => {
    const preview = await write(newDisk('In a direct message'));
    expect(text(preview)).toContain('Expires in 10 min · /cloud alert create');
    expect(preview.said.at(-1)?.to).toBe('D0ANA');
    expect(changes(await bot.press('decide:confirm'))).toHaveLength(1);
    expect(JSON.stringify(bot.slack.sees('ana', 'dm'))).not.toContain('decide:confirm');
  });

  test('what is no command is answered with what there is', async () => {
    const outcome = await write('thanks a lot');
    expect(text(outcome)).toContain('❌ Unknown command “thanks”.');
    expect(buttons(outcome)).toEqual(['Help']);
  });
});

describe('a change asked for with a mention', () => {
  test('is shown to its requester in the thread, and told there once it is made', async () => {
    const thread = await conversation();
    const preview = await mention(newDisk('In the thread'), { thread });
    expect(places(preview)).toEqual([['only ana', thread]]);
    expect(text(preview)).toContain('Expires in 10 min');
    expect(changes(preview)).toEqual([]);

    const confirmed = await bot.press('decide:confirm');
    expect(changes(confirmed)).toHaveLength(1);
    expect(places(confirmed)).toEqual([['#cloud-ops', thread]]);
    expect(text(confirmed)).toContain('✅ Alert policy In the thread created');
    expect(text(confirmed)).toContain('Ana Ferreira · /cloud alert create');
    expect(text(await bot.type('history'))).toContain('Create alert policy');

    const undo = await bot.press('Undo', { as: 'ben' });
    expect(places(undo)).toEqual([['only ben', thread]]);
    expect(text(undo)).toContain('Delete alert policy In the thread');
    // The result, and the first message without its Undo.
    expect(places(await bot.press('decide:confirm', { as: 'ben' }))).toEqual([
      ['#cloud-ops', thread],
      ['#cloud-ops', thread],
    ]);
  });

  test('that is not all there gets a button for its form, whose answer comes to the thread', async () => {
    const thread = await conversation();
    const outcome = await mention('alert create', { thread });
    expect(places(outcome)).toEqual([['only ana', thread]]);
    expect(text(outcome)).toBe('Some details are missing. Open the form to enter them.\n[Open Form]');
    expect(bot.slack.views('ana')).toEqual([]);

    expect((await bot.press('Open Form')).ack).toBe('ok');
    expect(bot.slack.views('ana')).toHaveLength(1);
    const values = { Name: 'By form', 'Disk threshold (%)': '90', Recipients: 'ops@example.com' };
    await bot.outcomeOf(async () => (await bot.slack.submit('ana', values)).ack);
    expect(bot.slack.views('ana')).toHaveLength(2);
    const made = await bot.outcomeOf(async () => (await bot.slack.submit('ana')).ack);
    expect(places(made)).toEqual([['#cloud-ops', thread]]);
    expect(text(made)).toContain('Alert policy By form created');
  });

  test('with a mistake in it says what is wrong beside the button', async () => {
    const outcome = await mention('alert create "Too low" disk=3 to=ops@example.com');
    expect(text(outcome)).toContain('❌ Check this command:');
    expect(buttons(outcome)).toEqual(['Open Form', 'Help']);
  });

  test('is followed in the thread, even when its message is removed meanwhile', async () => {
    const thread = await conversation();
    await mention('ip add DE1ACMEWEB02 tcp/443 from=203.0.113.0/24', { thread });
    const begun = await bot.press('decide:confirm');
    expect(places(begun).slice(0, 1)).toEqual([['#cloud-ops', thread]]);
    bot.slack.fault({ method: 'chat.update', error: 'message_not_found' });
    const ended = await bot.outcomeOf(async () => ({ ok: true }), true);
    expect(places(ended).length).toBeGreaterThan(0);
    expect(places(ended).every(([, at]) => at === thread)).toBe(true);
    expect(text(ended)).toContain('DE1ACMEWEB02');
  });

  test('that others must agree to is asked as ever, and its end is told in the thread', async () => {
    const thread = await conversation();
    const line = 'firewall create de1 va1 source=10.7.0.0/24 destination=10.7.1.0/24 why="for the test"';
    await mention(line, { thread });
    const asked = await bot.press('decide:confirm');
    expect(places(asked)).toContainEqual(['C0APPROVALS', '']);
    await bot.press('Review', { as: 'ben' });
    const approved = await bot.outcomeOf(async () => (await bot.slack.submit('ben')).ack, true);
    expect(places(approved)).toContainEqual(['#cloud-ops', thread]);
    expect(text(approved)).toContain('Firewall policy created');
  });
});

describe('who is not served', () => {
  test.each([
    ['a guest', 'gus', 'Guests can’t use Skydesk.'],
    ['somebody of another workspace', 'sam', 'Only members of this workspace can use Skydesk.'],
  ])('%s is told so in the thread', async (_, as, why) => {
    const thread = await conversation();
    const outcome = await mention('alert list', { as, thread });
    expect(places(outcome)).toEqual([[`only ${as}`, thread]]);
    expect(text(outcome)).toContain(why);
    expect(calls(outcome)).toEqual([]);
  });

  test('a channel that the policy leaves out', async () => {
    const outcome = await mention('alert list', {}, elsewhere);
    expect(places(outcome)).toEqual([['only ana', '']]);
    expect(text(outcome)).toContain('Skydesk is turned off in this channel.');
    expect(text(outcome)).toContain('Use it in #approvals.');
    // The worker logs in when it starts, independent of the command.
    expect(calls(outcome)).toEqual([]);
    expect(text(await mention('alert list', { in: 'approvals' }, elsewhere))).toContain('Night watch');
  });
});

describe('told by Slack', () => {
  let serial = 0;
  const about = (more: object = {}) => ({
    type: 'app_mention',
    user: 'U0ANA',
    channel: 'C0CLOUDOPS',
    text: `<@${sampleApp.userId}> fields`,
    ts: '1.000001',
    ...more,
  });
  const deliver = (...requests: SignedRequest[]) =>
    bot.outcomeOf(async () => {
      const acks = [];
      for (const request of requests) acks.push(await send(bot.skydesk, request));
      return { ok: acks.every(({ status }) => status === 200) };
    });
  const nextId = () => `Ev0TEST${++serial}`;

  test('again, with another signature, it is answered once', async () => {
    const id = nextId();
    const outcome = await deliver(
      event(bot.skydesk, about(), id),
      event(bot.skydesk, about(), id, 60),
      event(bot.skydesk, about(), id, 120),
    );
    expect(outcome.ack).toBe('ok');
    expect(outcome.said.map(({ lines }) => lines[0])).toEqual(['3 custom fields in ACME']);
  });

  test('as another event it is answered again', async () => {
    const outcome = await deliver(
      event(bot.skydesk, about(), nextId()),
      event(bot.skydesk, about(), nextId()),
    );
    expect(outcome.said).toHaveLength(2);
  });

  test('while the queue is away, it is told again and then answered', async () => {
    bot.skydesk.aws.faults.next('SQS.SendMessage', serverError, 2);
    const outcome = await mention('fields');
    expect(outcome.ack).toBe('ok');
    expect(outcome.said.map(({ lines }) => lines[0])).toEqual(['3 custom fields in ACME']);
    expect(outcome.logged.filter((line) => !line.startsWith('listener failed'))).toEqual([
      'request not handled',
    ]);
  });

  test.each([
    ['the bot itself', { user: sampleApp.userId, bot_id: sampleApp.botId }],
    ['another bot', { user: 'U0OTHERBOT', bot_id: 'B0OTHER' }],
    ['a workflow, which is no user', { user: undefined, bot_id: 'B0FLOW' }],
    ['a reminder of Slackbot', { user: 'USLACKBOT' }],
  ])('a mention by %s is let be', async (_, by) => {
    const outcome = await deliver(event(bot.skydesk, about(by), nextId()));
    expect(outcome).toMatchObject({ ack: 'ok', said: [], asked: [], logged: [] });
  });

  const direct = (more: object = {}) =>
    about({ type: 'message', channel_type: 'im', channel: 'D0ANA', text: 'fields', ...more });

  test.each([
    ['the bot itself', { user: sampleApp.userId, bot_id: sampleApp.botId }],
    ['another bot', { user: 'U0OTHERBOT', bot_id: 'B0OTHER' }],
    ['a person who edits an earlier one', { subtype: 'message_changed', text: undefined, user: undefined }],
    ['a person who sends a picture alone', { text: '' }],
    ['a person in a channel', { channel_type: 'channel', channel: 'C0CLOUDOPS' }],
  ])('a direct message by %s is let be', async (_, by) => {
    const outcome = await deliver(event(bot.skydesk, direct(by), nextId()));
    expect(outcome).toMatchObject({ ack: 'ok', said: [], asked: [], logged: [] });
  });
});
