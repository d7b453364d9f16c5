import { expect, test } from 'vitest';
import { titleText } from '../../../src/change/model/titles.ts';
import { hasForm, isChange } from '../../../src/command-line/form.ts';
import { rulesAt } from '../../../src/operations/firewall/firewall-rules.ts';
import { operations } from '../../../src/operations/index.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../support/in-memory/memory.ts';
import { contextAt, resolve } from '../../support/in-memory/run-line.ts';
import { endOf, endStart } from '../../support/made/ends.ts';

const cloud = await cloudOfFile();
const known = await contextAt(cloud);
const { changes } = changesInMemory(endOf({ reversal: { request: '#1042' } }));
const context = { ...known, changes: { ...known.changes, ...changes }, clock: () => endStart };
const because = ' why="Nightly backup"';

test.each([
  ['extend #1042 2h', 'Extend change by 2 h: Assign alert policy Night watch → DE1ACMEJUMP01'],
  ['end #1042', 'End change now: Assign alert policy Night watch → DE1ACMEJUMP01'],
  [
    `firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 peer=acdv${because}`,
    'Create firewall policy 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1 · ACDV) · all ports',
  ],
])('%s is titled “%s”', async (line, title) => {
  expect((await resolve(line, context)).title).toBe(title);
});

test('a firewall policy that is gone is named by its id', async () => {
  const line = `firewall delete de1 ${'0'.repeat(32)}${because}`;
  expect((await resolve(line, context)).title).toBe('Delete firewall policy 00000000 in DE1');
});

test('an operation with a form has an action that fits as title; each change has a Title Case button', () => {
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
])('the title of a change has all of its ranges: %s', async (line) => {
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
