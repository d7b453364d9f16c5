import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asObject, asString, parseJson } from '../../local/slack/payload/json.ts';
import { idOf } from '../support/index.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { calm, type Way } from '../support/wire.ts';
import { renewFor } from './drawn-world.ts';
import { figuresOf } from './figures.ts';
import { isAll, patience, random } from './seeds.ts';

/*
 * An hour of commands, clicks and decisions, with something going wrong all the time, by the seed. The clock of the worker and
 * the sweeper is moved on between them. Afterwards nothing is left over.
 */

const figures = figuresOf('long-run');
const hour = 60 * 60_000;
const acts = isAll ? 150 : 50;
const minutes = 60_000;

const policy = { approvals: { expiresMinutes: 5, remindMinutes: 2 } };
let testbed: Testbed;
beforeEach(async ({ task }) => {
  testbed = await startTestbed({ workers: 1, policy });
  await renewFor(task.name, testbed);
});
afterEach(() => testbed.stop());

const draw = random('an hour');
const people = ['ana', 'ben', 'cora'];

/** The possible next acts; a click without a button is skipped. */
const doings: readonly ((person: string) => Promise<unknown>)[] = [
  (person) =>
    type(person, draw.pick(['alert list', 'dc list', 'fields', 'server find web', 'history', 'approvals'])),
  (person) => type(person, `alert create "Hour ${draw.below(1e6)}" disk=95 to=ops@example.com`),
  (person) => type(person, 'ip add de1acmeweb03 tcp/443 from=203.0.113.0/24'),
  (person) =>
    type(
      person,
      `firewall create de1 va1 source=10.${draw.below(99)}.0.0/24 destination=10.1.0.0/24 why="x"`,
    ),
  (person) => press(person, 'decide:confirm'),
  (person) => press(person, 'decide:confirm'),
  (person) => press(person, 'decide:confirm'),
  (person) => press(person, 'decide:confirm'),
  (person) => press(person, draw.pick(['Withdraw', 'Undo', 'Cancel'])),
  (person) => decide(person, draw.pick(['approve', 'approve', 'reject'])),
  (person) => decide(person, 'approve'),
  () => testbed.sweeper.invoke({}).catch(() => {}),
];

const type = (person: string, line: string) => testbed.slack.type(person, 'cloud-ops', `/cloud ${line}`);
const press = (person: string, button: string) => testbed.slack.press(person, button).catch(() => undefined);

async function decide(person: string, vote: string): Promise<void> {
  const open = (await testbed.waiting()).find(({ status }) => status === 'open');
  if (!open) return;
  const { suggestion } = await testbed.stateOf(open.id);
  await testbed.post(idOf(person), open.id, vote, 'As the seed has it', suggestion?.id);
}

const troubles: readonly Way[] = ['reset', 'lose', '429', '500', '503', 'slow', 'kill', 'kill after'];

/** One call in twelve goes wrong; deaths are rarer. */
function storm(): void {
  testbed.wire.weather = {
    ...calm,
    trouble({ by }) {
      if (by === 'receiver' || draw.next() > 1 / 12) return undefined;
      const way = draw.pick(troubles);
      if (way.startsWith('kill') && draw.next() > 0.3) return undefined;
      figures.count('faults injected');
      figures.count(`fault: ${way}`);
      return { way, done: false };
    },
  };
}

describe('an hour of traffic', { timeout: patience(900_000) }, () => {
  test('with faults all the time: nothing is lost, doubled, stuck or unreported', async () => {
    storm();
    for (let act = 0; act < acts; act += 1) {
      const together = 1 + draw.below(3);
      await Promise.all(Array.from({ length: together }, () => draw.pick(doings)(draw.pick(people))));
      figures.count('actions', together);
      await testbed.settled();
      testbed.later(hour / acts);
    }
    testbed.wire.weather = calm;
    await testbed.settled({ delayed: true });
    testbed.later(70 * minutes);
    const moved = await testbed.sendOn();
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await testbed.sweeper.invoke({});
      await testbed.settled({ delayed: true });
      testbed.later(70 * minutes);
    }
    figures.count('redriven', moved + (await testbed.sendOn()));

    expect(await testbed.deadLetters()).toBe(0);
    expect(await testbed.waiting()).toEqual([]);
    const records = await testbed.stored.jobRecords();
    // The job for what is due about a change runs again and again, so its record is given back each time.
    const handledOnce = records.filter(({ id }) => !id.endsWith(':due'));
    expect(handledOnce.filter(({ isDelivered }) => !isDelivered)).toEqual([]);
    const jobs = testbed.messages().map((message) => asString(asObject(parseJson(message)).id));
    const known = new Set(records.map(({ id }) => id));
    expect([...new Set(jobs)].filter((id) => !known.has(id))).toEqual([]);
    figures.count('jobs', known.size);

    const { fault, entries } = await testbed.stored.verifyLog();
    expect(fault).toBeUndefined();
    figures.count('entries of the audit log', entries);
    const record = await testbed.stored.log();
    const started = record.filter(({ event }) => event === 'started').map(({ request }) => request);
    expect(new Set(started).size).toBe(started.length);
    const ends = record.filter(({ event }) => ['applied', 'failed', 'unknown'].includes(event));
    const untold = started.filter((id) => ends.filter(({ request }) => request === id).length === 0);
    expect(untold).toEqual([]);
    const sent = testbed.wire.calls.filter(
      ({ side, name }) => side === 'service' && !name.startsWith('GET ') && !name.endsWith('/login'),
    );
    expect(sent.length).toBeLessThanOrEqual(started.length);
    figures.count('changes sent', sent.length);
  });
});

describe('a worker that never restarts', { timeout: patience(600_000) }, () => {
  const rounds = isAll ? 200 : 45;

  test('has no more on its heap at the end than after it has warmed up', async () => {
    const lines = [
      'alert list',
      'fields',
      'server find web',
      'invoice',
      'alert create "Heap" disk=95 to=a@b.example',
    ];
    for (let round = 0; round < rounds; round += 1) {
      await type('ana', lines[round % lines.length] ?? '');
      await testbed.settled();
    }
    const heap = testbed.heap();
    expect(heap.length).toBe(rounds);
    const median = (of: readonly number[]): number =>
      of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
    const fifth = Math.floor(rounds / 5);
    const grown = median(heap.slice(-fifth)) - median(heap.slice(fifth, 2 * fifth));
    figures.count('runs of one worker', rounds);
    figures.count('growth of the heap, in bytes', Math.max(0, grown));
    expect(grown).toBeLessThan(1024 * 1024);
  });
});
