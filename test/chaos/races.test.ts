import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asObject, asString, parseJson } from '../../local/slack/payload/json.ts';
import { build } from '../../scripts/build.ts';
import { click, idOf, idOn, quick, send } from '../support/index.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { calm } from '../support/wire.ts';
import { renewFor } from './drawn-world.ts';
import { figuresOf } from './figures.ts';
import { turnsOf } from './races-turns.ts';
import { isAll, patience, random } from './seeds.ts';

/*
 * People who click at the same moment, and workers that find the same work. The calls that decide it are let through one at a
 * time, in random orders.
 */

const figures = figuresOf('races');
const orders = isAll ? 50 : 6;
/** How many changes are made at once while the table throttles. */
const many = isAll ? 20 : 6;

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed({ workers: 3 });
  await testbed.type('ana', 'dc list');
});
afterAll(() => testbed.stop());
beforeEach(({ task }) => renewFor(task.name, testbed));

let serial = 0;

/** The first address in the last request. */
const address = (): string => `10.${64 + (serial >> 8)}.${serial & 255}.0`;

/** Ana requests traffic that nobody requested before. */
async function ask(): Promise<string> {
  serial += 1;
  const line = `firewall create de1 va1 source=${address()}/24 destination=10.1.0.0/24 why="a race"`;
  const id = await testbed.ask('ana', line);
  testbed.cloud.clearRequests();
  return id;
}

/** A line that creates a new alert policy. */
function anAlert(): string {
  serial += 1;
  return `alert create "Race ${serial}" disk=95 to=ops@example.com`;
}

/** Ana clicks a button, without looking at her screen. */
const press = (decision: string, on: string) => send(testbed, click(testbed, decision, on));

/** Runs these acts at once, in a random order of the calls that they wait for. */
async function atOnce(name: string, order: number, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const turns = turnsOf(random(`${name} ${order}`));
  testbed.wire.weather = turns;
  await Promise.all(acts.map((act) => act()));
  await testbed.settled({ delayed: true });
  figures.count('races');
  figures.count('random turns', turns.choices);
}

const opened = (): number => testbed.changes().filter((change) => change.startsWith('POST')).length;
const events = async (id: string): Promise<string[]> =>
  (await testbed.ledger(id)).map((line) => line.split(' ')[0] ?? '');
const times = (all: readonly string[], wanted: string): number =>
  all.filter((item) => item === wanted).length;

/** Invariants of a request however its race went. */
async function expectOneEnd(id: string, phases: readonly string[]): Promise<string> {
  const { status: phase } = await testbed.stateOf(id);
  expect(phases).toContain(phase);
  const kept = await events(id);
  const ran = phase === 'done' ? 1 : 0;
  expect([times(kept, 'started'), times(kept, 'applied')]).toEqual([ran, ran]);
  expect(await testbed.deadLetters()).toBe(0);
  return phase;
}

const approve = (id: string, person: string) => () => testbed.post(idOf(person), id, 'approve', 'Go');
const reject = (id: string, person: string) => () => testbed.post(idOf(person), id, 'reject', 'No');

/** Ana requests something, and these acts happen at once, in each of the orders: it ends once, in one of these phases. */
async function race(
  name: string,
  phases: readonly string[],
  acts: (id: string) => readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (let order = 0; order < orders; order += 1) {
    const id = await ask();
    await atOnce(name, order, acts(id));
    const phase = await expectOneEnd(id, phases);
    expect(opened()).toBe(phase === 'done' ? 1 : 0);
    if (phases.length > 1) figures.count(`${name.replace(', ', ' and ')}: ${phase}`);
  }
}

describe(`in ${orders} orders each`, { timeout: patience(600_000) }, () => {
  test('two people approve: it is done once', () =>
    race('approve, approve', ['done'], (id) => [approve(id, 'ben'), approve(id, 'cora')]));

  test('one approves and one rejects: it is done, or it is not', () =>
    race('approve, reject', ['done', 'rejected'], (id) => [approve(id, 'ben'), reject(id, 'cora')]));

  test('one approves while the requester withdraws: it is done, or it is not', () =>
    race('approve, withdraw', ['done', 'withdrawn'], (id) => [
      approve(id, 'ben'),
      () => press('withdraw', id),
    ]));

  test('one approves while the requester accepts something narrower: one of the two is done', async () => {
    for (let order = 0; order < orders; order += 1) {
      const id = await ask();
      await testbed.decide('cora', id, 'Suggest Changes', { 'narrower.source': `${address()}/28` });
      const { suggestion } = await testbed.stateOf(id);
      await atOnce('approve, accept', order, [
        () => testbed.post(idOf('ben'), id, 'approve', 'Go', suggestion?.id),
        () => press('accept', `${id}.${suggestion?.id}`),
      ]);
      const { status: phase } = await testbed.stateOf(id);
      expect(['done', 'superseded', 'withdrawn']).toContain(phase);
      expect(opened()).toBe(1);
      const narrower = await testbed.stored.change(`${id}-narrower`);
      expect(narrower === undefined).toBe(phase === 'done');
      figures.count(`approve and accept: ${phase}`);
    }
  });

  test('a button is clicked twice: it acts once', async () => {
    for (let order = 0; order < orders; order += 1) {
      await testbed.type('ana', anAlert());
      testbed.cloud.clearRequests();
      const confirm = confirmOf(testbed);
      await atOnce('confirm, confirm', order, [
        () => press('confirm', confirm),
        () => press('confirm', confirm),
      ]);
      expect(opened()).toBe(1);
      expect(times(await events(changeOn(confirm)), 'applied')).toBe(1);
    }
  });

  test('three workers have the same message: one of them acts', async () => {
    for (let order = 0; order < orders; order += 1) {
      await testbed.type('ana', anAlert());
      testbed.cloud.clearRequests();
      const confirm = confirmOf(testbed);
      const held = testbed.aws.faults.next('SQS.SendMessage', { kind: 'hold' });
      testbed.wire.begin();
      const pressed = press('confirm', confirm);
      await held.reached;
      const [message = ''] = testbed.messages();
      await atOnce('the same message', order, [
        async () => held.release(),
        () => pressed,
        () => testbed.again(message),
        () => testbed.again(message),
      ]);
      expect(opened()).toBe(1);
      expect(times(await events(changeOn(confirm)), 'applied')).toBe(1);
      await testbed.forgetDeadLetters();
    }
  });
});

/** The id of the change in the value of a button, before the digest of what it shows. */
const changeOn = (value: string): string => value.split('|')[0] ?? '';

const confirmOf = ({ slack }: Testbed): string => idOn(slack.sees('ana').at(-1), 'confirm');

describe('a hundred people at once', { timeout: patience(300_000) }, () => {
  const people: string[] = [];
  beforeAll(() => {
    for (let at = 0; at < 100; at += 1) {
      const person = testbed.slack.addPerson(`crowd${at}`);
      testbed.slack.invite(person, 'approvals');
      people.push(person);
    }
  });

  test('approve: it is done once, and all others read why they did not count', async () => {
    const id = await ask();
    const cursor = testbed.slack.cursor();
    await Promise.all(people.map((person) => testbed.post(person, id, 'approve', 'Go')));
    await testbed.settled({ delayed: true });
    expect(await expectOneEnd(id, ['done'])).toBe('done');
    expect(opened()).toBe(1);
    const told = new Set(testbed.notifications(cursor).map(({ to }) => to));
    const counted = (await testbed.stateOf(id)).votes.map(({ person }) => person);
    expect(people.filter((person) => !told.has(person))).toEqual(counted);
    figures.count('people at once', people.length);
    figures.count('races');
  });

  test('approve, reject and withdraw by the seed: it ends once, with fewer of them in a short run', async () => {
    const draw = random('a hundred people');
    const id = await ask();
    const voters = isAll ? people : people.slice(0, 30);
    const withdrawing = draw.below(voters.length);
    await Promise.all(
      voters.map((person, at) => {
        if (at === withdrawing) return press('withdraw', id);
        return testbed.post(person, id, draw.next() < 0.5 ? 'approve' : 'reject', 'Because');
      }),
    );
    await testbed.settled({ delayed: true });
    const phase = await expectOneEnd(id, ['done', 'rejected', 'withdrawn']);
    expect(opened()).toBe(phase === 'done' ? 1 : 0);
    figures.count('people at once', voters.length);
    figures.count('races');
  });
});

describe('in the middle of fifty commands', { timeout: patience(120_000) }, () => {
  /** Fifty people send a command; once ten of the answers are read, this happens. */
  async function fifty(happens: () => void): Promise<{ answered: number; logins: number }> {
    const cursor = testbed.slack.cursor();
    testbed.cloud.clearRequests();
    let reads = 0;
    testbed.wire.weather = {
      ...calm,
      async turn({ side, name }, go) {
        if (side === 'service' && name.startsWith('GET ') && ++reads === 10) happens();
        return go();
      },
    };
    await Promise.all(
      Array.from({ length: 50 }, () => testbed.slack.type('ana', 'cloud-ops', '/cloud fields')),
    );
    await testbed.settled();
    figures.count('races');
    const answers = testbed
      .notifications(cursor)
      .filter(({ text }) => text.includes('3 custom fields in ACME'));
    return {
      answered: answers.length,
      logins: testbed.cloud.requests.filter(({ route }) => route === 'login').length,
    };
  }

  test('every token expires: all are answered, each worker logs in once more', async () => {
    const { answered, logins } = await fifty(() => testbed.cloud.control.expireTokens());
    expect(answered).toBe(50);
    expect(logins).toBeLessThanOrEqual(3);
  });

  test('the password of the cloud API changes: all are answered', async () => {
    const password = 'another-password-1';
    const before = testbed.aws.secrets.get('skydesk/service');
    const { answered } = await fifty(() => {
      testbed.aws.secrets.put('skydesk/service', { username: 'skydesk', password });
      testbed.cloud.control.changePassword('skydesk', password);
      testbed.cloud.control.expireTokens();
    });
    testbed.aws.secrets.put('skydesk/service', before);
    expect(answered).toBe(50);
  });

  test('Slack’s bot token changes: all are answered', async () => {
    const before = asObject(parseJson(testbed.aws.secrets.get('skydesk/slack-token')));
    const rotate = (botToken: string): void => {
      testbed.aws.secrets.put('skydesk/slack-token', { botToken });
      testbed.slack.rotate({ botToken });
    };
    const { answered } = await fifty(() => {
      rotate('xoxb-another-bot-token');
      // The pauses before redeliveries, which a test doesn't wait for. A worker that just started may read the secret again then.
      testbed.later(20_000);
    });
    testbed.later(20_000);
    rotate(asString(before.botToken));
    expect(answered).toBe(50);
    expect(await testbed.deadLetters()).toBe(0);
  });
});

describe('changes under a table that throttles', { timeout: patience(300_000) }, () => {
  test('many confirmed at once, every third call of the table refused: each done once, all reported', async () => {
    const draw = random('throttling');
    const ids: string[] = [];
    for (let at = 0; at < many; at += 1) {
      await testbed.slack.type(
        'ana',
        'cloud-ops',
        `/cloud alert create "Busy ${at}" disk=95 to=ops@example.com`,
      );
      await testbed.settled();
      ids.push(confirmOf(testbed));
    }
    testbed.cloud.clearRequests();
    const cursor = testbed.slack.cursor();
    let refused = 0;
    testbed.wire.weather = {
      ...calm,
      trouble({ side }) {
        if (side !== 'table' || draw.next() > 0.33) return undefined;
        refused += 1;
        return { way: '429', done: false };
      },
    };
    await Promise.all(ids.map((id) => press('confirm', id)));
    await testbed.settled();
    testbed.wire.weather = calm;
    await testbed.sendOn();
    expect(refused).toBeGreaterThan(0);
    figures.count('table calls throttled', refused);
    figures.count('races');
    const made = testbed.cloud.control.state().alertPolicies.filter(({ name }) => name.startsWith('Busy '));
    expect(new Set(made.map(({ name }) => name)).size).toBe(made.length);
    expect(opened()).toBe(made.length);
    const told = testbed.notifications(cursor).map(({ text }) => text);
    // A message about a change that could not even be read has no name.
    let nameless = told.filter((text) => /Nothing was changed/.test(text) && !/Busy \d/.test(text)).length;
    for (let at = 0; at < many; at += 1) {
      const about = told.filter((text) => new RegExp(`\\bBusy ${at}\\b`).test(text));
      const says = (words: string): boolean => about.some((text) => text.includes(words));
      const isMade = made.some(({ name }) => name === `Busy ${at}`);
      const isUnknown = says('Outcome unknown') || says('Not known if');
      if (about.length === 0 && !isMade) nameless -= 1;
      else
        expect([says('white_check_mark'), says('Nothing was changed'), isUnknown], about.join('\n')).toEqual(
          isUnknown ? [false, false, true] : [isMade, !isMade, false],
        );
    }
    expect(nameless).toBeGreaterThanOrEqual(0);
    expect(await testbed.deadLetters()).toBe(0);
  });
});

describe('another policy is deployed between the vote and the change', { timeout: patience(120_000) }, () => {
  test('that removes the voter’s permission: nothing is done, and both read why', async () => {
    const anybody = ['*'];
    const there = await startTestbed({
      policy: { people: { read: anybody, change: anybody, approve: anybody } },
    });
    const { bundles: dist = '' } = there;
    try {
      const id = await there.ask(
        'ana',
        'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="a race"',
      );
      const refused = { by: 'worker', name: 'SQS.SendMessage', nth: 1, times: 10 } as const;
      there.wire.begin([{ ...refused, way: '500', done: false }]);
      await there.doing(() => there.post(idOf('ben'), id, 'approve', 'Go'));
      there.wire.mend();
      there.cloud.clearRequests();
      const policyFile = path.join(path.dirname(dist), 'stricter.json');
      const people = { read: ['*'], change: ['*'], approve: [idOf('cora')] };
      await writeFile(policyFile, JSON.stringify({ people }));
      await build({ policyFile, dist });
      await there.worker.coldStart();
      there.later(180_000);
      await there.doing(() => there.sweeper.invoke({}), true);
      expect(there.changes()).toEqual([]);
      expect((await there.stateOf(id)).status).toBe('failed');
      expect(there.last('ana', 'dm')).toContain(
        '1 approval needed, and 0 still counted. Nothing was changed.',
      );
      figures.count('races');
    } finally {
      await there.stop();
    }
  });
});

describe('clocks that are four minutes off', { timeout: patience(120_000) }, () => {
  test.each([
    ['ahead', 240_000],
    ['behind', -240_000],
  ])('the worker’s is %s: one change is confirmed, another approved', async (_, ms) => {
    testbed.cloud.control.set(quick);
    testbed.later(ms);
    await testbed.worker.coldStart();
    await testbed.type('ana', anAlert());
    testbed.cloud.clearRequests();
    await testbed.doing(() => press('confirm', confirmOf(testbed)));
    expect(opened()).toBe(1);
    const id = await ask();
    await testbed.doing(approve(id, 'ben'), true);
    expect(await expectOneEnd(id, ['done'])).toBe('done');
    expect(opened()).toBe(1);
    testbed.later(-ms);
    await testbed.worker.coldStart();
    figures.count('races');
  });
});
