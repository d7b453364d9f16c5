import { expect, test } from 'vitest';
import { parseCommand } from '../../../../src/command-line/parse-command.ts';
import { evaluateChange } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory } from '../../../support/in-memory/memory.ts';

const cloud = await cloudOfFile();
const { deps } = memory({ service: connected(cloud) });

/** The path that a line opens, for a picture. */
async function pathOf(line: string) {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(line);
  const known = [{ ends: { after: 2 * 3_600_000 } }];
  const replyTo = { channel: 'C1', person: 'U0ANA' };
  return (await evaluateChange([parsed.prepared], replyTo, deps, { known })).path;
}

test('a policy between data centers shows both accounts, all ports and the most harmful services', async () => {
  expect(
    await pathOf('firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.7 peer=ACDV why="a test"'),
  ).toEqual({
    from: { place: 'DE1 · ACME', ranges: ['10.0.0.0/8'], more: 0, addresses: 2 ** 24 },
    to: { place: 'VA1 · ACDV', ranges: ['10.1.0.7'], more: 0, addresses: 1 },
    ports: ['all ports'],
    services: ['SSH', 'RDP'],
    durationMs: 7_200_000,
  });
});

test('a policy inside a data center has its ports in words, and at most three lines of ranges', async () => {
  const line =
    'firewall intra create de1 tcp/443 udp/5000-5010 source=10.0.0.0/24,10.0.2.0/24,10.0.4.7,10.0.5.9 destination=10.0.1.0/24 why="a test"';
  expect(await pathOf(line)).toMatchObject({
    from: { place: 'DE1 · ACME', ranges: ['10.0.0.0/24', '10.0.2.0/24'], more: 2, addresses: 514 },
    to: { place: 'DE1 · ACME', ranges: ['10.0.1.0/24'], more: 0, addresses: 256 },
    ports: ['HTTPS (443)', 'UDP 5000–5010'],
    services: [],
  });
});

test.each([
  ['the internet', 'ip add DE1ACMEWEB03 tcp/443', 'Internet', 2 ** 32],
  ['one address', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.7/32', 'Outside', 1],
])('the path to a public IP leads from %s to the name of its server', async (_, line, place, addresses) => {
  expect(await pathOf(line)).toMatchObject({
    from: { place, addresses },
    to: { place: 'ACME', ranges: ['DE1ACMEWEB03'], addresses: 0 },
  });
});

test('a change that opens nothing has no picture', async () => {
  expect(await pathOf('alert delete "Night watch"')).toBeUndefined();
});
