import { expect, test } from 'vitest';
import type { Server } from '../../../src/cloud/index.ts';
import { describeState } from '../../../src/operations/shared/server-state.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { answerOf, contextAt } from './run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

/** The facts that are shown of a server, which the service says more about. */
async function shown(id: string, more: Partial<Server['details']> = {}) {
  const { servers } = context.service;
  const get = async (server: string): Promise<Server> => {
    const found = await servers.get(server);
    return { ...found, ...(found.details && { details: { ...found.details, ...more } }) };
  };
  const service = { ...context.service, servers: { ...servers, get } };
  const answer = await answerOf(`server show ${id}`, { ...context, service });
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
