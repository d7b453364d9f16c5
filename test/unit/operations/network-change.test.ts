import { expect, test } from 'vitest';
import { allPorts, withRuleContent } from '../../../src/network/network-change.ts';
import { rulesAt } from '../../../src/operations/firewall/firewall-rules.ts';
import { operations } from '../../../src/operations/index.ts';
import { describeImpact } from '../../../src/policy/describe-impact.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { contextAt, resolve } from './run-line.ts';

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
])('a way to a data center %s', async (_, peer, to, into) => {
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

test('a rule that is named by its id is found among those of its place', async () => {
  const [rule] = await rulesAt({ kind: 'between', dataCenter: 'de1' }, context.service);
  const { networkChange } = await plan(`firewall delete de1 ${rule?.id}`);
  if (!networkChange || !rule) throw new Error('The seeded world has such a rule');
  expect(withRuleContent(networkChange, [rule]).traffic).toEqual(rule);
  expect(describeImpact(networkChange, [rule])).toEqual([
    `256 addresses (${rule.sources}) in DE1 lose access to 256 addresses (${rule.destinations}) in VA1 on all ports.`,
  ]);
});

test('a new rule is compared with those inside its data center', async () => {
  const place = { kind: 'inside', dataCenter: 'de1' } as const;
  const rules = await rulesAt(place, context.service);
  const [first] = rules;
  expect(first?.ports).toEqual([{ protocol: 'tcp', from: 5432 }, { protocol: 'icmp' }]);
  const { networkChange } = await plan(
    `firewall intra create de1 tcp/5432 source=${first?.sources} destination=${first?.destinations}`,
  );
  if (!networkChange) throw new Error('It says what it opens');
  expect(describeImpact(networkChange, rules)[1]).toBe(
    `Policy ${first?.id.slice(0, 8)} already allows all of this, so no access is added.`,
  );
});
