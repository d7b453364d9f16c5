import { expect, test } from 'vitest';
import { allPorts } from '../../../src/network/network-change.ts';
import { operations } from '../../../src/operations/index.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const plan = (line: string) =>
  resolve(line.includes('why=') ? line : `${line} why="Nightly backup"`, context);

test('every firewall change says what it opens or closes', async () => {
  const approved = operations.filter(({ needs }) => needs === 'approval');
  expect(approved.length).toBeGreaterThan(5);
  for (const { example } of approved) expect((await plan(example)).networkChange, example).toBeDefined();
});

test.each([
  ['of the same account', '', 'VA1', undefined],
  ['of the same account, named', ' peer=acme', 'VA1', undefined],
  ['of another account', ' peer=acdv', 'VA1 (ACDV)', 'ACDV'],
])('an opening to a data center %s', async (_, peer, to, into) => {
  const { networkChange } = await plan(
    `firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24${peer}`,
  );
  expect(networkChange).toEqual({
    change: 'opens',
    scope: { kind: 'between', dataCenter: 'de1' },
    traffic: { sources: ['10.0.0.0/24'], destinations: ['10.1.0.0/24'], ports: allPorts, to, into },
  });
});

test('a public address without ranges is open to everyone', async () => {
  const { networkChange } = await plan('ip add DE1ACMEWEB01 tcp/443');
  expect(networkChange).toMatchObject({
    scope: { kind: 'public', server: 'de1acmeweb01' },
    traffic: {
      sources: ['0.0.0.0/0'],
      destinations: ['DE1ACMEWEB01'],
      ports: [{ protocol: 'tcp', from: 443 }],
    },
  });
});
