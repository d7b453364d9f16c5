import { expect, test } from 'vitest';
import { endId } from '../../../../src/change/model/ids.ts';
import { parseCommand, requestOf } from '../../../../src/command-line/parse-command.ts';
import { hour, minute } from '../../../../src/core/clock.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* End Now closes what others opened only as the person saw it who pressed that. */

const cloud = await cloudOfFile(quick);
const { firewall } = outside(cloud);
const policy = 'b43952aa8e69ca2ce12ecf12473eed42';
const asLeft = '8080-8090';

/** A bot, and a policy that is enabled for two hours. Only Ben may approve. */
async function opened() {
  const bot = new TimedBot(cloud, { people: { ...defaults.people, approve: ['U0BEN'] } });
  const id = await bot.type('U0ANA', `firewall intra enable de1 ${policy} ends=2h why=Test`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  await bot.live(minute);
  const open = (...ports: readonly string[]) => firewall.update('de1', policy, { ports: [...ports] });
  const now = async (): Promise<string> => {
    const { enabled, ports } = await firewall.get('de1', policy);
    return `${enabled ? '' : 'off '}${ports.join(' ').replace('tcp/', '')}`;
  };
  /** Types a line; resolves to the id of its preview. */
  const preview = (person: string) => bot.type(person, 'end #1 why=Done');
  /** Presses End Now on a message, which asks in Slack's own dialog; resolves to the id of the request. */
  const pressEndNow = async (person: string): Promise<string> => {
    const job = { ...bot.by(person), ...requestOf(parseCommand('end #1')), isConfirmed: true };
    bot.enqueue(job);
    await bot.settled();
    return job.id;
  };
  const says = () => bot.said.map(({ text }) => text).join('\n');
  /** Why the last attempt at the end did nothing. */
  const whyNot = async () => (await bot.ports.changes.get(endId(id)))?.steps[0].failure?.note;
  return { bot, open, now, preview, pressEndNow, says, whyNot };
}

test.each(['U0DAVE', 'U0BEN'])(
  'what is opened after End Now of %s, while the cloud API refuses it, stays open and is overdue',
  async (person) => {
    const { bot, open, now, pressEndNow, whyNot } = await opened();
    expect(await now()).toBe(asLeft);
    const fault = cloud.control.fail({ route: 'localFirewalls.update', status: 400, times: 99 });
    await pressEndNow(person);
    await bot.live(minute);
    expect(await now()).toBe(asLeft);
    fault.cancel();
    await open('any');
    await bot.live(hour);
    expect(await now()).toBe('any');
    expect(await whyNot()).toContain('Somebody opened more there, so Skydesk didn’t close it.');
  },
);

test('End Now in Slack’s own dialog shows a preview of what others opened, and closes it once that is confirmed', async () => {
  const { bot, open, now, pressEndNow, says } = await opened();
  await open('any');
  const id = await pressEndNow('U0BEN');
  await bot.live(minute);
  expect(await now()).toBe('any');
  expect(says()).toContain('Somebody opened more there, and all of it closes.');
  await bot.press('U0BEN', 'confirm', id);
  await bot.live(minute);
  expect(await now()).toBe('off any');
});

test('what is opened between the preview of End Now and its confirmation stays open', async () => {
  for (const before of [asLeft, '8000-9000']) {
    const { bot, open, now, preview, says } = await opened();
    await open(`tcp/${before}`);
    const id = await preview('U0BEN');
    await open('any');
    await bot.press('U0BEN', 'confirm', id);
    await bot.live(minute);
    expect(await now()).toBe('any');
    expect(says()).toContain('It changed since you saw the preview.');
    cloud.control.reset();
  }
});

test('what is opened while End Now waits for its approval stays open, and the request is outdated', async () => {
  const { bot, open, now, preview } = await opened();
  await open('tcp/8000-9000');
  const id = await preview('U0DAVE');
  await bot.press('U0DAVE', 'confirm', id);
  await open('any');
  await bot.vote('U0BEN', id, 'approve');
  await bot.live(minute);
  expect(await now()).toBe('any');
  expect(bot.stateOf(id)?.status).toBe('outdated');
});

test('what was seen is closed although the cloud API refuses that at first, and what is opened later is not', async () => {
  for (const [later, left] of [
    ['any', 'off any'],
    ['tcp/1-65535', '1-65535'],
  ] as const) {
    const { bot, open, now, preview } = await opened();
    await open('any');
    const id = await preview('U0BEN');
    const fault = cloud.control.fail({ route: 'localFirewalls.update', status: 400, times: 99 });
    await bot.press('U0BEN', 'confirm', id);
    await bot.live(minute);
    fault.cancel();
    await open(later);
    await bot.live(10 * minute);
    expect(await now()).toBe(left);
    cloud.control.reset();
  }
});
