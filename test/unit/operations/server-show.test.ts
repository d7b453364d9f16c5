import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import type { Server } from '../../../src/cloud/index.ts';
import { parseCommand } from '../../../src/commands/parse/parse-command.ts';
import type { Answer } from '../../../src/core/answer.ts';
import type { Context } from '../../../src/operations/shared/context.ts';
import { describeState } from '../../../src/operations/shared/server-state.ts';
import { contextAt } from './at-local-cloud.ts';

let cloud: LocalCloud;
let context: Context;

beforeAll(async () => {
  cloud = await startLocalCloud();
  context = await contextAt(cloud);
});
beforeEach(() => cloud.control.reset());
afterAll(() => cloud.close());

/** The facts that are shown of a server, which the service says more about. */
async function shown(id: string, more: Partial<Server['details']> = {}) {
  const parsed = parseCommand(`server show ${id}`);
  if (parsed.kind !== 'prepared') throw new Error('the line is not understood');
  const { servers } = context.service;
  const get = async (server: string): Promise<Server> => {
    const found = await servers.get(server);
    return { ...found, ...(found.details && { details: { ...found.details, ...more } }) };
  };
  const plan = await parsed.prepared.resolve({
    ...context,
    service: { ...context.service, servers: { ...servers, get } },
  });
  const outcome = await plan.run();
  const answer: Answer = 'answer' in outcome ? outcome.answer : [];
  return Object.fromEntries(answer.flatMap((part) => (part.kind === 'facts' ? part.facts : [])));
}

test('a server is told in names and words', async () => {
  expect(await shown('de1acmeweb01')).toMatchObject({
    Status: 'active, started',
    System: 'Ubuntu 14 64-bit',
    Autoscale: 'Scale web',
  });
  expect(await shown('de1acmeweb09')).toMatchObject({ Status: 'under construction' });
});

test('an autoscale policy that is gone is told by its id', async () => {
  cloud.control.fail({ route: 'autoscalePolicies.get', status: 404 });
  expect(await shown('de1acmeweb01')).toMatchObject({
    Autoscale: { code: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

test('secondary addresses are told where there are any', async () => {
  expect(await shown('de1acmeweb01')).not.toHaveProperty('Secondary addresses');
  expect(
    await shown('de1acmeweb01', {
      secondaryIPAddresses: [{ internal: '10.0.0.40' }, { internal: '10.0.0.41' }],
    }),
  ).toMatchObject({ 'Secondary addresses': '10.0.0.40, 10.0.0.41' });
});

test.each([
  ['active', 'started', 'active, started'],
  ['queuedForDelete', undefined, 'queued for deletion'],
  ['queuedForRestore', 'stopped', 'queued for restore, stopped'],
  ['neverHeardOf', 'halfWay', 'never heard of, half way'],
  [undefined, undefined, ''],
])('the state %s and %s is “%s”', (status, power, words) => {
  expect(describeState(status, power)).toBe(words);
});
