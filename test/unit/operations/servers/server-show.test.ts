import { expect, test } from 'vitest';
import type { Server } from '../../../../src/cloud/index.ts';
import { describeState, stateSign } from '../../../../src/operations/servers/server-state.ts';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, contextAt } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

/** The fields that are shown of a server with more details, and the small print as `Context`. */
async function shown(id: string, more: Partial<Server['details']> = {}) {
  const { servers } = context.service;
  const get = async (server: string): Promise<Server> => {
    const found = await servers.get(server);
    return { ...found, ...(found.details && { details: { ...found.details, ...more } }) };
  };
  const service = { ...context.service, servers: { ...servers, get } };
  const answer = await answerOf(`server show ${id}`, { ...context, service });
  return Object.fromEntries(
    answer.flatMap((part): [string, unknown][] => {
      if (part.kind === 'context') return [['Context', textOf([part])]];
      return part.kind === 'fields' ? part.fields.map(([label, value]) => [label, value]) : [];
    }),
  );
}

test('a server that is being built has no addresses yet', async () => {
  expect(await shown('de1acmeweb09')).toEqual({
    Context: '⚪ under construction · DE1 · de1acmeweb09',
    System: expect.any(String),
  });
});

test('an autoscale policy that is gone is shown by its id', async () => {
  cloud.control.fail({ route: 'autoscalePolicies.get', status: 404 });
  expect(await shown('de1acmeweb01')).toMatchObject({
    Autoscale: { code: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

test('secondary addresses are shown if there are any', async () => {
  expect(
    await shown('de1acmeweb01', {
      secondaryIPAddresses: [{ internal: '10.0.0.40' }, { internal: '10.0.0.41' }],
    }),
  ).toMatchObject({ 'Private IPs': expect.stringMatching(/^10\.95\.[\d.]+, .*10\.0\.0\.40, 10\.0\.0\.41$/) });
});

test.each([
  ['active', 'started', '🟢'],
  ['active', 'stopped', '🔴'],
  ['active', 'paused', '⚪'],
  ['active', undefined, '⚪'],
  ['underConstruction', undefined, '⚪'],
])('a server that is %s and %s has the sign %s', (status, power, sign) => {
  expect(stateSign(status, power)).toBe(sign);
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
