import { expect, test } from 'vitest';
import { resourceId } from '../../../src/change/model/resource.ts';
import { titleText } from '../../../src/change/model/titles.ts';
import { hasForm, isChange } from '../../../src/command-line/form.ts';
import { findingId } from '../../../src/drift/finding-id.ts';
import type { FindingSet } from '../../../src/drift/findings.ts';
import { rulesAt } from '../../../src/operations/firewall/firewall-rules.ts';
import { operations } from '../../../src/operations/index.ts';
import { endOf, endStart } from '../ends.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { changesInMemory } from '../memory.ts';
import { contextAt, resolve } from './run-line.ts';

const cloud = await cloudOfFile();
const known = await contextAt(cloud);
const { changes } = changesInMemory(endOf({ ending: { request: '#1042' } }));
const seen: FindingSet = {
  ...{ id: 'f1', account: 'ACME', kind: 'autoscale policy on server', from: endStart, to: endStart },
  findings: [
    {
      subject: { kind: 'autoscale policy on server', server: 'de1acmeweb01' },
      after: { content: 'p1', label: 'Batch' },
      by: { kind: 'outside' },
    },
  ],
};
const context = {
  ...known,
  changes: { ...known.changes, ...changes },
  watches: {
    ...known.watches,
    findings: async () => [seen],
    heads: async () => [{ kind: seen.kind, version: 1, seq: 0, form: 1 }],
    resources: async () =>
      Object.fromEntries(
        seen.findings.map(({ subject, after }) => [
          resourceId('ACME', subject),
          { subject, content: after?.content },
        ]),
      ),
  },
  clock: () => endStart,
};
const changing = operations.filter(({ risk, isPlan }) => risk !== 'reads' && !isPlan);

const traffic = '10.95.131.0/24 (DE1) → 10.95.173.0/24 (VA1) · all ports · ac11a458';
const temporary = 'Assign alert policy Night watch → DE1ACMEJUMP01';
const because = ' why="Nightly backup"';

const trafficInside = '10.95.131.0/24 → 10.200.1.0/24 in DE1 · tcp/5432, icmp · 195f2e21';

/** A line of each operation that changes something, and its title. */
const titles: Readonly<Record<string, readonly [line: string, title: string]>> = {
  'alert.create': [
    'alert create "Disk 95" disk=95 cpu=90 for=10m to=ops@example.com,dba@example.com',
    'Create alert policy Disk 95 · CPU ≥ 90% for 10 min, disk ≥ 95% for 10 min · notifies ops@example.com, dba@example.com',
  ],
  'alert.update': [
    'alert update "Disk 80" name="Disk 90" disk=90',
    'Update alert policy Disk 80 · name Disk 80 → Disk 90 · disk ≥ 80% → 90%',
  ],
  'alert.delete': ['alert delete "Night watch"', 'Delete alert policy Night watch · fe361ec8'],
  'alert.assign': ['alert assign "Night watch" jump', 'Assign alert policy Night watch → DE1ACMEJUMP01'],
  'alert.unassign': [
    'alert unassign "Memory high" DE1ACMEWEB01',
    'Unassign alert policy Memory high from DE1ACMEWEB01',
  ],
  'autoscale.set': [
    'autoscale set DE1ACMEWEB04 "Batch at night"',
    'Set autoscale policy Batch at night → DE1ACMEWEB04 · 1 to 16 CPUs, +2 at CPU ≥ 95% for 30 min, down at ≤ 5%',
  ],
  'autoscale.remove': ['autoscale remove DE1ACMEWEB01', 'Remove autoscale policy from DE1ACMEWEB01'],
  'ip.add': [
    'ip add DE1ACMEWEB03 tcp/443 tcp/8080-8081 from=203.0.113.0/24 internal=10.95.131.114',
    'Add public IP to DE1ACMEWEB03 (10.95.131.114) · tcp/443, tcp/8080-8081 · from 203.0.113.0/24',
  ],
  extend: ['extend #1042 2h', `Extend change by 2 h: ${temporary}`],
  end: ['end #1042', `End change now: ${temporary}`],
  'ip.remove': ['ip remove DE1ACMEWEB01 203.0.113.10', 'Remove public IP 203.0.113.10 from DE1ACMEWEB01'],
  'ip.update': [
    'ip update DE1ACMEWEB01 203.0.113.10 tcp/443 from=198.51.100.0/24',
    'Update public IP 203.0.113.10 of DE1ACMEWEB01 · tcp/443 (was tcp/80, tcp/443) from 198.51.100.0/24 (was anywhere)',
  ],
  'changed.adopt': [
    `changed adopt ${findingId(seen, 0)} reason="Ours"`,
    'Adopt change Autoscale policy of DE1ACMEWEB01 created · Batch · “Ours”',
  ],
  'firewall.create': [
    `firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 peer=acdv${because}`,
    'Create firewall policy 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1 · ACDV) · all ports',
  ],
  'firewall.enable': [`firewall enable de1 ac11a458${because}`, `Enable firewall policy ${traffic}`],
  'firewall.disable': [`firewall disable de1 ac11a458${because}`, `Disable firewall policy ${traffic}`],
  'firewall.delete': [`firewall delete de1 ac11a458${because}`, `Delete firewall policy ${traffic}`],
  'firewall.intra.create': [
    `firewall intra create de1 tcp/443 udp/53 source=10.0.0.0/24,10.0.1.0/24 destination=10.1.0.0/24${because}`,
    'Create firewall policy 10.0.0.0/24, 10.0.1.0/24 → 10.1.0.0/24 in DE1 · tcp/443, udp/53',
  ],
  'firewall.intra.update': [
    `firewall intra update de1 195f2e21 tcp/5432 source=10.95.131.0/25${because}`,
    'Update firewall policy 195f2e21 in DE1 · from 10.95.131.0/25 (was 10.95.131.0/24) to 10.200.1.0/24 on tcp/5432 (was tcp/5432, icmp)',
  ],
  'firewall.intra.enable': [
    `firewall intra enable de1 195f2e21${because}`,
    `Enable firewall policy ${trafficInside}`,
  ],
  'firewall.intra.disable': [
    `firewall intra disable de1 195f2e21${because}`,
    `Disable firewall policy ${trafficInside}`,
  ],
  'firewall.intra.delete': [
    `firewall intra delete de1 195f2e21${because}`,
    `Delete firewall policy ${trafficInside}`,
  ],
};

test.each(changing.map(({ id }) => [id]))(
  '%s has a title that names the traffic or the thing',
  async (id) => {
    const [line = '', title] = titles[id] ?? [];
    expect((await resolve(line, context)).title).toBe(title);
  },
);

test('a firewall policy that is gone is named by its id', async () => {
  const line = `firewall delete de1 ${'0'.repeat(32)}${because}`;
  expect((await resolve(line, context)).title).toBe('Delete firewall policy 00000000 in DE1');
});

test('whatever has a form has an action that fits as its title; each change has a button in Title Case', () => {
  for (const operation of operations.filter(({ isPlan }) => !isPlan)) {
    const { id, action, button } = operation;
    expect(action !== undefined, id).toBe(hasForm(operation));
    expect((action ?? '').length, id).toBeLessThanOrEqual(24);
    if (isChange(operation)) {
      expect(action, id).toMatch(/^[A-Z][a-z]+( (alert|autoscale|firewall) policy| public IP| change)$/);
      expect(button, id).toMatch(/^[A-Z][a-z]+ (Policy|Public IP|Change|Now)$/);
    }
  }
});

const forty = Array.from({ length: 20 }, (_, number) => `198.51.${100 + number}.0/24`).join(',');
const others = forty.replaceAll('198.51', '203.100');

test.each([
  `firewall intra create de1 any source=${forty.slice(0, -15)} destination=${others}${because}`,
  `ip add DE1ACMEWEB03 tcp/60000-60001 from=${forty}`,
])('a change is asked about with all of its ranges: %s', async (line) => {
  const { title } = await resolve(line, context);
  expect(title.length).toBeLessThan(950);
  for (const range of line.match(/[\d.]+\/24/g) ?? []) expect(title).toContain(range);
});

test('an existing policy is named by the first of its ranges, however many it has', async () => {
  const { service } = context;
  const [first] = await service.firewall.list('de1');
  if (!first) throw new Error('The seeded data center has policies');
  const source = Array.from({ length: 300 }, (_, number) => `10.0.${number % 256}.${number}/32`);
  const list: typeof service.firewall.list = async () => [{ ...first, source }];
  const [rule] = await rulesAt(
    { kind: 'inside', dataCenter: 'de1' },
    { ...service, firewall: { ...service.firewall, list } },
  );
  expect(rule?.summary).toBe(
    '10.0.0.0/32, 10.0.1.1/32, 10.0.2.2/32 and 297 more → 10.200.1.0/24 in DE1 · tcp/5432, icmp',
  );
});

test.each([
  [{ title: 'Add public IP to WEB01', action: 'Add public IP' }, [{ bold: 'Add public IP' }, ' to WEB01']],
  [{ title: 'give WEB01 a public IP', action: undefined }, 'give WEB01 a public IP'],
])('the action of a title is bold, if it is known', (step, text) => {
  expect(titleText(step)).toEqual(text);
});
