import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';
import { readable } from '../../../support/stored.ts';

const cloud = await cloudOfFile(quick);
const { alertPolicies } = outside(cloud);
const names = () => cloud.control.state().alertPolicies.map(({ name }) => name);
const idOf = (name: string) =>
  cloud.control.state().alertPolicies.find((policy) => policy.name === name)?.id ?? '';

/** By this policy every change needs an approval. */
const strict = {
  risk: { ...defaults.risk, levels: [{ minScore: 0, approvers: 1, ticket: false }] as const },
};

/** Ben, who alone may change anything, created an alert policy, whose Undo is offered. */
async function offered() {
  const policy = { people: { ...defaults.people, change: ['U0BEN'] }, risk: { ...defaults.risk } };
  const bot = new InMemoryBot(cloud, policy);
  const id = await bot.type('U0BEN', 'alert create "Disk 85" disk=85 to=ops@example.com');
  await bot.press('U0BEN', 'confirm', id);
  const last = () => bot.said.findLast(({ how }) => how === 'answer')?.text ?? '';
  /** Somebody presses Undo: the id of the preview, and what they read. */
  const press = async (person = 'U0BEN') => ({ preview: await bot.press(person, 'undo', id), said: last() });
  const confirm = async (preview: string) => {
    await bot.press('U0BEN', 'confirm', preview);
    return last();
  };
  const events = (about: string) =>
    bot.log().flatMap((entry) => (entry.request === about ? [entry.event] : []));
  return { bot, policy, id, press, confirm, events };
}

const isOffered = 'Undo: delete alert policy Disk 85?';
const isUsed = 'This was undone by';

/** Another person changes a threshold of the policy. */
async function changeMeanwhile(): Promise<void> {
  const { name, actions, triggers } = await alertPolicies.get(idOf('Disk 85'));
  const other = triggers.map((trigger) => ({ ...trigger, threshold: 95 }));
  await alertPolicies.update(idOf('Disk 85'), { name, actions, triggers: other });
}

test('a person without permission is refused, also in the audit log, and does not use up the Undo', async () => {
  const { bot, press } = await offered();
  const { said } = await press('U0CORA');
  expect(said).toContain('You don’t have permission to make changes in ACME.');
  expect(bot.log().at(-1)).toMatchObject({ event: 'refused', person: 'U0CORA', operation: 'alert.delete' });
  expect((await press()).said).toContain(isOffered);
});

test('only one of several previews of an Undo can be confirmed', async () => {
  const { bot, press, confirm } = await offered();
  const previews = [await press(), await press(), await press()];
  for (const { said } of previews) expect(said).toContain(isOffered);
  expect(previews[0]?.said).not.toContain('Edit');
  expect(names()).toContain('Disk 85');
  const said: string[] = [];
  for (const { preview } of previews) said.push(await confirm(preview));
  expect(said.map((text) => text.includes(isUsed))).toEqual([false, true, true]);
  expect(bot.changes().filter((change) => change.startsWith('DELETE'))).toHaveLength(1);
  expect((await press()).said).toContain(isUsed);
});

test('a preview that is cancelled or expires does not use up the Undo', async () => {
  const { bot, press } = await offered();
  const { preview } = await press();
  await bot.press('U0BEN', 'cancel', preview);
  expect((await press()).said).toContain(isOffered);
  bot.later(11 * 60_000);
  expect((await press()).said).toContain(isOffered);
});

test.each<[string, () => unknown, says: string, event: string]>([
  [
    'was refused by the cloud API',
    () => cloud.control.fail({ route: 'alertPolicies.delete', status: 403 }),
    'Nothing was changed.',
    'failed',
  ],
  [
    'no longer fits, since somebody changed the policy,',
    changeMeanwhile,
    '“Disk 85” is now disk ≥ 95%',
    'refused',
  ],
  [
    'can’t be checked for whether it still fits',
    () => cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 3 }),
    'Nothing was changed',
    'refused',
  ],
])('a confirmed Undo that %s is offered again', async (_, goesWrong, says, event) => {
  const { press, confirm, events } = await offered();
  const { preview } = await press();
  await goesWrong();
  expect(await confirm(preview)).toContain(says);
  expect(names()).toContain('Disk 85');
  expect(events(preview)).toContain(event);
  expect((await press()).said).not.toContain(isUsed);
});

test('a confirmed Undo with an unknown outcome is not offered again', async () => {
  const { press, confirm } = await offered();
  const { preview } = await press();
  cloud.control.fail({ route: 'alertPolicies.delete', how: 'drop', after: true });
  expect(await confirm(preview)).toContain('Outcome unknown');
  expect((await press()).said).toContain('The outcome of the Undo by U0BEN is unknown. Nothing was changed.');
});

/** An Undo that waits for approval. */
async function requested() {
  const { policy, ...given } = await offered();
  Object.assign(policy, strict);
  const { preview } = await given.press();
  expect(await given.confirm(preview)).toContain('needs 1 approval');
  expect(given.bot.stateOf(preview)?.status).toBe('open');
  return { ...given, preview };
}

test.each(['the vote', 'it runs'])(
  'an Undo that waits for approval is outdated if somebody changes the policy before %s',
  async (before) => {
    const { bot, preview } = await requested();
    if (before === 'the vote') await changeMeanwhile();
    const enqueue = bot.enqueue.bind(bot);
    bot.enqueue = (job, delay) => enqueue(job, job.kind === 'execute' ? 60 : delay);
    await bot.vote('U0CORA', preview, 'approve');
    if (before === 'it runs') await changeMeanwhile();
    await bot.pass(5);
    expect(bot.stateOf(preview)?.status).toBe('outdated');
    const { note } = bot.log().findLast(({ request }) => request === preview) ?? {};
    expect(note).toContain('Somebody has changed what this would undo.');
    expect(names()).toContain('Disk 85');
  },
);

test.each<[string, (bot: InMemoryBot, id: string) => Promise<unknown>]>([
  ['rejected', (bot, id) => bot.vote('U0CORA', id, 'reject')],
  ['withdrawn', (bot, id) => bot.press('U0BEN', 'withdraw', id)],
  ['expired', (bot) => bot.pass(9 * 60)],
])('an Undo whose request is %s is offered again', async (_, end) => {
  const { bot, id, press, preview } = await requested();
  const undoneBy = async () => (await bot.ports.changes.get(id))?.steps[0].undoneBy;
  expect((await press()).said).toContain('requested this Undo: ');
  expect(await undoneBy()).toMatchObject({ person: 'U0BEN' });
  await end(bot, preview);
  expect(await undoneBy()).toBeUndefined();
});

test('a press while the cloud API is down does not use up the Undo', async () => {
  const { press } = await offered();
  cloud.control.fail({ route: 'alertPolicies.get', status: 503, times: 3 });
  expect((await press()).said).toContain('The cloud API returned an error.');
  expect((await press()).said).toContain(isOffered);
});

test('an Undo whose state another version stored in another form is not made, and says why', async () => {
  const { bot, press, confirm } = await offered();
  for (const [key, item] of bot.memory.items) {
    const { content } = readable(item);
    const older = String(content).replaceAll(/"1:[0-9a-f]{64}"/g, `"0:${'0'.repeat(64)}"`);
    if (content !== undefined) bot.memory.items.set(key, { ...item, content: older });
  }
  const { preview, said } = await press();
  expect(said).toContain('can’t tell whether somebody changed it since');
  await confirm(preview);
  expect(names()).toContain('Disk 85');
});
