import { expect, test } from 'vitest';
import type { CloudState } from '../../../../../local/inspector/inspector-types.ts';
import { changesBetween, sectionsOf } from '../../../../../local/ui/inspector/state-changes.ts';
import { seeded } from '../../../../harness/seeded.ts';
import { cloudOfFile } from '../../../local-cloud.ts';

const cloud = await cloudOfFile();

const state = (): CloudState => ({ ...cloud.control.state(), pending: false });

test('the seeded service, in rows that tell one thing from another', () => {
  const sections = sectionsOf(state());
  expect(sections.map(({ title, rows }) => [title, rows.length > 0])).toEqual([
    ['Jobs', true],
    ['Alert policies', true],
    ['Public addresses', true],
    ['Firewall rules between data centers', true],
    ['Firewall rules inside data centers', true],
  ]);
  for (const { rows } of sections) expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('nothing changed, or nothing known before, is no change', () => {
  expect(changesBetween(state(), state())).toBeUndefined();
  expect(changesBetween(null, state())).toBeUndefined();
});

test('what is new, what changed and what is gone', () => {
  const before = state();
  const [disk80, ...others] = before.alertPolicies.toSorted(
    (a, b) => Number(b.id === seeded.disk80) - Number(a.id === seeded.disk80),
  );
  const [renamed, ...rest] = others;
  if (!disk80 || !renamed) throw new Error('There are too few alert policies');
  const changes = changesBetween(before, {
    ...before,
    alertPolicies: [{ ...disk80, id: 'new' }, { ...renamed, name: 'Renamed' }, ...rest],
  });
  expect([...(changes?.touched ?? [])]).toEqual([
    ['Alert policies/new', 'new'],
    [`Alert policies/${renamed.id}`, 'changed'],
  ]);
  expect(changes?.gone).toMatchObject([
    { title: 'Alert policies', row: { id: seeded.disk80, name: 'Disk 80' } },
  ]);
});

test('a job that goes on shows its status', () => {
  const before = state();
  cloud.control.forceJob(before.jobs[0]?.id ?? '', 'failed');
  const changes = changesBetween(before, state());
  expect([...(changes?.touched.values() ?? [])]).toEqual(['changed']);
});
