import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { State } from '../../../local/cloud/index.ts';
import { readSnapshot } from '../../../src/evaluate/read-snapshot.ts';
import type { InverseCommand } from '../../../src/operation/inverse.ts';
import { contentOf } from '../../../src/operations/alerts/triggers.ts';
import { operations } from '../../../src/operations/index.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { contextAt, runToEnd } from '../../support/in-memory/run-line.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';

const cloud = await cloudOfFile({ jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 });
const context = await contextAt(cloud);

/** Runs a line. Resolves to the command that undoes it, if any. */
const run = async (line: string, at = context): Promise<InverseCommand | undefined> =>
  (await runToEnd(`${line} why="trying to undo it"`, at)).inverse;

/** The state of the cloud, with recreated resources identified by their content alone. */
function cloudState(withIds = true): Partial<State> {
  const { jobs: _, alertPolicies, servers, ...rest } = cloud.control.state();
  return withIds
    ? { ...rest, alertPolicies, servers }
    : { ...rest, alertPolicies: alertPolicies.map((policy) => ({ ...policy, id: '' })) };
}

const alertId = (name: string): string =>
  cloud.control.state().alertPolicies.find((policy) => policy.name === name)?.id ?? '';
/** The data center and the id of a rule between data centers that is on, or off. */
function cross(enabled: boolean): string {
  const found = cloud.control.state().crossFirewalls.find((policy) => policy.enabled === enabled);
  return `${found?.sourceLocation} ${found?.id}`;
}
const scaling = (name: string): Promise<string> =>
  context.service.autoscalePolicies
    .list()
    .then((all) => all.find((policy) => policy.name === name)?.id ?? '');

const web = 'DE1ACMEWEB01';
/** Other changes of the resources that each-operation.test.ts changes. */
const changes: Readonly<Record<string, readonly [line: () => string | Promise<string>, back: RegExp]>> = {
  'all settings of a policy': [
    () => `alert update "Disk 80" name="Full = \\"bad\\"" disk=off cpu=50 for=15m to=a@acme.example.com`,
    / cpu=off disk=80 name="Disk 80" for=5m to=ops@acme\.example\.com$/,
  ],
  'one duration for many': [
    () => `alert update ${alertId('Database vitals')} for=15m`,
    / for=cpu:10m,memory:10m,disk:5m$/,
  ],
  'one threshold of many, each with its own duration': [
    () => `alert update ${alertId('Database vitals')} disk=75`,
    /^alert update [0-9a-f]{32} disk=70$/,
  ],
  'a trigger that is removed': [
    () => `alert update ${alertId('Database vitals')} disk=off`,
    / disk=70 for=cpu:10m,memory:10m,disk:5m$/,
  ],
  'another autoscale policy': [
    async () => `autoscale set ${web} ${await scaling('Batch at night')}`,
    /^autoscale set de1acmeweb01 [0-9a-f]{32}$/,
  ],
};

describe('an Undo restores', () => {
  test.each(Object.entries(changes))('%s', async (_, [line, back]) => {
    const before = cloudState();
    const way = await run(await line());
    expect(cloudState()).not.toEqual(before);
    expect(way?.line).toMatch(back);
    await run(way?.line ?? '');
    expect(cloudState()).toEqual(before);
  });

  test('a change in another account, which the line names', async () => {
    const elsewhere = await contextAt(cloud, 'ACDV');
    const before = cloudState();
    const way = await run('alert update "CPU high" cpu=50', elsewhere);
    expect(way?.line).toMatch(/ cpu=95 account=ACDV$/);
    await run(way?.line ?? '', elsewhere);
    expect(cloudState()).toEqual(before);
  });

  test('the state before another Undo', async () => {
    const there = await run(`firewall disable ${cross(true)}`);
    const after = cloudState();
    const back = await run(there?.line ?? '');
    await run(back?.line ?? '');
    expect(cloudState()).toEqual(after);
  });

  test.each(['Database vitals', 'Night watch'])(
    'a deleted policy, except its id and servers: %s',
    async (name) => {
      const before = cloudState(false);
      const way = await run(`alert delete "${name}"`);
      expect(way?.warning).toContain('new id');
      await run(way?.line ?? '');
      const policies = cloudState(false).alertPolicies ?? [];
      expect([...policies].sort(byName)).toEqual([...(before.alertPolicies ?? [])].sort(byName));
    },
  );

  test('any change to any alert policy', async () => {
    const threshold = fc.integer({ min: 1, max: 19 }).map((step) => step * 5);
    const minutes = fc.constantFrom('05', '10', '15');
    const trigger = fc.option(fc.record({ threshold, minutes }), { nil: undefined });
    const triggers = fc
      .record({ cpu: trigger, memory: trigger, disk: trigger })
      .map((all) =>
        Object.entries(all).flatMap(([metric, one]) =>
          one ? [{ metric, threshold: one.threshold, duration: `00:${one.minutes}:00` }] : [],
        ),
      );
    const setting = fc.option(fc.oneof(threshold.map(String), fc.constant('off')), { nil: undefined });
    const update = fc.record({
      name: fc.constantFrom(undefined, 'Other', 'Two words'),
      cpu: setting,
      memory: setting,
      disk: setting,
      for: fc.constantFrom(undefined, '5m', '10m', 'cpu:5m,disk:15m'),
      to: fc.constantFrom(undefined, 'a@b.co', 'a@b.co,c@d.co'),
    });
    const { alertPolicies } = context.service;
    await fc.assert(
      fc.asyncProperty(
        triggers.filter(({ length }) => length > 0),
        update,
        async (content, words) => {
          const before = await alertPolicies.create({
            name: 'First',
            actions: [{ action: 'email', settings: { recipients: ['x@y.co', 'a@b.co'] } }],
            triggers: content,
          });
          const said = Object.entries(words).flatMap(([key, text]) => (text ? [`${key}="${text}"`] : []));
          const left = content.filter(({ metric }) =>
            Object.entries(words).every(([k, v]) => k !== metric || v !== 'off'),
          );
          fc.pre(
            said.length > 0 &&
              (left.length > 0 ||
                [words.cpu, words.memory, words.disk].some((word) => word && word !== 'off')),
          );
          const way = await run(`alert update ${before.id} ${said.join(' ')}`);
          const after = await alertPolicies.get(before.id);
          if (way) await run(way.line);
          else expect(contentOf(after)).toEqual(contentOf(before));
          expect(contentOf(await alertPolicies.get(before.id))).toEqual(contentOf(before));
        },
      ),
      { numRuns: 20 },
    );
  });
});

const byName = (a: object, b: object): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

describe('no Undo is offered', () => {
  test.each([
    ['if nothing has changed', () => `alert update "Disk 80" disk=80`],
    ['for a policy that was on the server already', () => `alert assign "Memory high" ${web}`],
    ['for a rule that was off already', () => `firewall disable ${cross(false)}`],
    ['for a rule that is deleted', () => `firewall delete ${cross(true)}`],
  ])('%s', async (_, line) => {
    const before = cloudState();
    expect(await run(line())).toBeUndefined();
    if (!line().startsWith('firewall delete')) expect(cloudState()).toEqual(before);
  });

  test.each([
    [
      'two triggers of one metric',
      { triggers: [5, 10].map((at) => ({ metric: 'cpu', threshold: at, duration: '00:05:00' })) },
    ],
    ['a name with spaces around it', { name: ' Padded ' }],
    ['a name with an invisible character', { name: 'The\u200b odd one' }],
    [
      'two messages',
      { actions: ['a@b.co', 'c@d.co'].map((one) => ({ action: 'email', settings: { recipients: [one] } })) },
    ],
  ])('for a deleted policy that no line can create: %s', async (_, more) => {
    const { id } = await context.service.alertPolicies.create({
      name: 'Odd',
      actions: [{ action: 'email', settings: { recipients: ['a@b.co'] } }],
      triggers: [{ metric: 'disk', threshold: 80, duration: '00:05:00' }],
      ...more,
    });
    expect(await run(`alert delete ${id}`)).toBeUndefined();
  });
});

test('the command that shows the status names its account', async () => {
  const plan = await preparedFrom('alert update "CPU high" cpu=50 account=ACDV').resolve(
    await contextAt(cloud, 'ACDV'),
  );
  expect(plan.statusCommand).toMatch(/^alert show [0-9a-f]{32} account=ACDV$/);
});

test('a policy is found by its name as it is typed, however it was written elsewhere', async () => {
  const { id } = await context.service.alertPolicies.create({
    name: 'The\u00a0“odd”\u200b one',
    actions: [{ action: 'email', settings: { recipients: ['a@b.co'] } }],
    triggers: [{ metric: 'disk', threshold: 80, duration: '00:05:00' }],
  });
  await run('alert delete "the \\"odd\\" one"');
  expect(cloud.control.state().alertPolicies.map((policy) => policy.id)).not.toContain(id);
});

describe('the state of a changed resource', () => {
  test('is read by one reader for each kind, under the names that are stored', () => {
    const readers = new Set(operations.flatMap(({ snapshot }) => snapshot ?? []));
    expect([...readers].map(({ kind }) => kind).toSorted()).toEqual([
      'alert policy',
      'alert policy on server',
      'autoscale policy on server',
      'firewall between',
      'firewall inside',
      'public address',
    ]);
  });

  test('cannot be read for a kind that this version does not know', async () => {
    const unknown = readSnapshot({ kind: 'load balancer', id: 'x' }, context);
    await expect(unknown).rejects.toThrow('This Undo changed in a newer version.');
  });

  test('is the same as long as nobody changes it, also while a rule becomes active', async () => {
    cloud.control.set({ firewallPendingMs: 60_000 });
    const [dc = '', id = ''] = cross(true).split(' ');
    await context.service.crossFirewall.setEnabled(dc, id, true);
    const subject = { kind: 'firewall between', dc, id } as const;
    const pending = await readSnapshot(subject, context);
    cloud.control.advance(60_000);
    expect(await readSnapshot(subject, context)).toEqual(pending);
    await context.service.crossFirewall.setEnabled(dc, id, false);
    const { content, description } = await readSnapshot(subject, context);
    expect(content).not.toEqual(pending.content);
    expect(JSON.stringify(description)).toContain('It is now disabled');
    expect(description).toContainEqual({ line: `firewall show ${dc} ${id}` });
  });

  test.each([
    ['de1acmeweb01', 'DE1ACMEWEB01 has another autoscale policy now. See '],
    ['de1acmeweb04', 'DE1ACMEWEB04 has no autoscale policy now. See '],
  ])('of the autoscale policy of %s is told: %s', async (server, says) => {
    const { content, description } = await readSnapshot(
      { kind: 'autoscale policy on server', server },
      context,
    );
    const { autoscalePolicyId = 'none' } =
      cloud.control.state().servers.find(({ id }) => id === server) ?? {};
    expect(content).toBe(autoscalePolicyId);
    expect(description).toEqual([says, { line: `autoscale view ${server}` }]);
  });

  test('says that a resource is gone', async () => {
    const id = '0'.repeat(32);
    const { description } = await readSnapshot({ kind: 'alert policy', id }, context);
    expect(description).toEqual(['It is not there any more. See ', { line: 'alert list' }]);
    const rule = await readSnapshot({ kind: 'firewall between', dc: 'de1', id }, context);
    expect(rule.description).toContainEqual({ line: 'firewall list de1' });
  });
});
