import { expect, test } from 'vitest';
import type { Change } from '../../../src/change/model/change.ts';
import { resourceId } from '../../../src/change/model/resource.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { fingerprint, readSnapshot } from '../../../src/evaluate/read-snapshot.ts';
import { readUndone, withPermanentUses } from '../../../src/evaluate/read-undone.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { changesInMemory, words } from '../../support/in-memory/memory.ts';
import { contextOf } from '../../support/in-memory/run-line.ts';
import { stepOf } from '../../support/made/changes.ts';
import { type EndFacts, endOf } from '../../support/made/ends.ts';
import { request } from '../../support/made/requests.ts';

/* A resource that a change has created counts as changed once others use it. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const web = ['de1acmeweb01', 'de1acmeweb02', 'de1acmeweb03', 'de1acmeweb04'] as const;
const [, , , web04] = web;

/** The outcome of a step that is done. */
const done = { kind: 'done', answer: [], job: 'j1' } as const;

/** An alert policy that the first step of `a1` created, with the state that the step left, and the steps of `a1`. */
async function created(steps: readonly Partial<Step>[] = [], step: Partial<Step> = {}, ...others: Change[]) {
  const { id } = await account.alertPolicies.create({
    name: 'New',
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  });
  const first = stepOf({ operation: 'alert.create', outcome: { ...done, results: { id } }, ...step });
  const change = request({ id: 'a1', steps: [first, ...steps.map(stepOf)] });
  const { changes } = changesInMemory(change, ...others);
  const context = contextOf(service, { changes });
  const subject = { kind: 'alert policy', id };
  const state = fingerprint(await readSnapshot(subject, context));
  const assign = (...servers: readonly string[]) =>
    Promise.all(servers.map((server) => account.alertPolicies.assign(server, id)));
  const read = () => readUndone({ id: 'a1', subject, state }, context);
  const isAsLeft = async () => fingerprint(await read()) === state;
  return { id, subject, context, assign, read, isAsLeft };
}

const use = (policy: string, server: string) => ({ kind: 'alert policy on server', policy, server });

/** A step that assigned what the first step of its change created. */
const assignment = (server: string): Partial<Step> => ({
  operation: 'alert.assign',
  resource: resourceId('ACME', use('$1.id', server)),
  outcome: done,
});

test('a new alert policy is as its creation left it until somebody assigns it', async () => {
  const { assign, read, isAsLeft } = await created();
  expect(await isAsLeft()).toBe(true);
  await assign(web04);
  expect(await isAsLeft()).toBe(false);
  const { changed, description } = await read();
  expect(changed).toBe('Somebody assigned it to DE1ACMEWEB04 since');
  expect(description).toEqual(['See ', { line: 'server show de1acmeweb04' }]);
});

test('each server that uses a policy is a difference, and three of them are named', async () => {
  const { assign, read } = await created();
  await assign(...web.slice(1));
  const before = await read();
  expect(before.changed).toBe('Somebody assigned it to DE1ACMEWEB02, DE1ACMEWEB03 and DE1ACMEWEB04 since');
  await assign(web[0], 'va1acmedb01');
  const { changed, content, description } = await read();
  expect(changed).toBe('Somebody assigned it to DE1ACMEWEB01, DE1ACMEWEB02, DE1ACMEWEB03 and 2 more since');
  expect(content).not.toEqual(before.content);
  expect(words(description).match(/server show/g)).toHaveLength(3);
});

test('another difference is reported alone, and the servers are not read', async () => {
  const { id, assign, read } = await created();
  await assign(web04);
  const { links: _, id: __, ...policy } = await account.alertPolicies.get(id);
  await account.alertPolicies.update(id, { ...policy, name: 'Other' });
  cloud.clearRequests();
  expect(await read()).toMatchObject({ changed: 'Somebody changed it since', uses: [] });
  expect(cloud.requests.filter(({ route }) => route !== 'login')).toHaveLength(1);
});

test('the uses of a policy take one read for each data center, and are not cached', async () => {
  const { assign, read, isAsLeft } = await created();
  const centers = await account.dataCenters.list();
  cloud.clearRequests();
  await read();
  const reads = cloud.requests.filter(({ route }) => route !== 'login');
  expect(reads.length).toBeLessThanOrEqual(2 + centers.length);
  await assign(web04);
  expect(await isAsLeft()).toBe(false);
});

test('a policy that a step only updated can be undone wherever it is assigned', async () => {
  const { assign, isAsLeft } = await created([], {
    operation: 'alert.update',
    resource: 'ACME/alert policy/x',
  });
  await assign(web04);
  expect(await isAsLeft()).toBe(true);
});

test('uses by other steps of the change are no difference, unless they were undone and made again', async () => {
  const { assign, read, isAsLeft } = await created([assignment(web04)]);
  await assign(web04);
  expect(await isAsLeft()).toBe(true);
  await assign(web[1]);
  expect((await read()).changed).toBe('Somebody assigned it to DE1ACMEWEB02 since');
  const undoneBy = { person: 'U0BEN', job: 'j2', outcome: 'done' } as const;
  const again = await created([{ ...assignment(web04), undoneBy }]);
  await again.assign(web04);
  expect(await again.isAsLeft()).toBe(false);
});

test.each<[what: string, more: Partial<Step>]>([
  ['failed', { outcome: { ...done, kind: 'failed' } }],
  ['is still to come', { outcome: undefined }],
  ['ends by itself', { ends: { after: 60_000 } }],
])('a use by a step of the change that %s is a difference', async (_, more) => {
  const { assign, isAsLeft } = await created([{ ...assignment(web04), ...more }]);
  await assign(web04);
  expect(await isAsLeft()).toBe(false);
});

test('only uses without an end are reported, and none if all of them end', async () => {
  const { id, assign, read, context } = await created();
  const lastingWith = async (servers: readonly string[], more: EndFacts = {}) => {
    const ends = servers.map((server) =>
      endOf({ step: { undoes: { id: server, subject: use(id, server), state: 's1' } }, ...more }, server),
    );
    const { resource, get } = changesInMemory(...ends).changes;
    const permanent = await withPermanentUses(await read(), {
      ...context,
      changes: { ...context.changes, resource, get },
    });
    return permanent?.changed;
  };
  expect(await lastingWith([])).toBe('Somebody changed it since');
  await assign(web04, web[1]);
  const both = 'Somebody assigned it to DE1ACMEWEB02 and DE1ACMEWEB04 since';
  expect(await lastingWith([])).toBe(both);
  expect(await lastingWith([web04])).toBe('Somebody assigned it to DE1ACMEWEB02 since');
  expect(await lastingWith([web04, web[1]])).toBeUndefined();
  // Nobody tries an end of unknown outcome again without being asked.
  expect(await lastingWith([web04, web[1]], { status: 'unknown' })).toBe(both);
});
