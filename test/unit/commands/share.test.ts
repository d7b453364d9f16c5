import { expect, test } from 'vitest';
import { handleCommand, validated } from '../../../src/commands/handle-command.ts';
import { defaults } from '../../../src/policy/policy.ts';
import type { Command } from '../../../src/queue/job.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';

const cloud = await cloudOfFile();

/** The answer to a read by Ana, in the channel of the request. */
async function read(operation: string, more: Partial<Command> = {}, policy = defaults) {
  const job: Command = {
    kind: 'command',
    id: 'j1',
    team: 'T0',
    replyTo: { channel: 'C0OPS', person: 'U0ANA' },
    operation,
    raw: {},
    problems: [],
    ...more,
  };
  const asked = validated(job);
  if (asked.kind !== 'command') throw new Error('It is a command');
  const { deps } = memory({ service: connected(cloud), policy });
  const { deliveries } = await handleCommand(asked, deps);
  return { kinds: deliveries.map(({ kind }) => kind), json: JSON.stringify(deliveries) };
}
const offersShare = '"action":{"share":"dc list"}';

test('the answer of a read is seen by its reader alone, with a button that carries the command', async () => {
  const { kinds, json } = await read('dc.list');
  expect(kinds).toEqual(['ephemeral']);
  expect(json).toContain(offersShare);
});

test.each([
  ['a direct message', { channel: 'D0ANA', person: 'U0ANA' }],
  ['the Home tab', { channel: 'U0ANA', person: 'U0ANA' }],
])('in %s nobody else would see it, so there is no button', async (_, replyTo) => {
  expect((await read('dc.list', { replyTo })).json).not.toContain('"share"');
});

test('a shared answer is posted with the person who shares it, and without the button', async () => {
  const { kinds, json } = await read('dc.list', { share: true });
  expect(kinds).toEqual(['share']);
  expect(json).toContain('"Shared by ",{"person":"U0ANA"}," · ",{"line":"dc list"}');
  expect(json).not.toContain('"action":{"share"');
});

test('a shared answer is read with the permissions of the person who presses', async () => {
  const people = { read: ['U0BEN'], change: ['U0BEN'], approve: ['U0BEN'] };
  const { kinds, json } = await read(
    'dc.list',
    { share: true },
    { ...defaults, people: { ...defaults.people, ...people } },
  );
  expect(kinds).toEqual(['ephemeral']);
  expect(json).toContain('"tone":"failed"');
});

test.each([false, true])('the API identity is shown to its reader alone (share: %s)', async (share) => {
  const { kinds, json } = await read('whoami', { share });
  expect(kinds).toEqual(['ephemeral']);
  expect(json).not.toContain('"share"');
});
