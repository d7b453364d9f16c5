import { expect, test } from 'vitest';
import type { Lease } from '../../../src/change/model/lease.ts';
import { stepsOf } from '../../../src/change/model/step.ts';
import { replaceLeasesOn } from '../../../src/changes/replace-leases.ts';
import { changeOf, stepOf } from '../changes.ts';
import { leaseOf, leaseStart } from '../leases.ts';
import { leasesInMemory } from '../memory.ts';

const [later] = stepsOf(changeOf({ id: 'r2' }, { title: 'Disable firewall policy' }));
const { inverse } = leaseOf();
const { subject } = inverse;

/** The phase of a lease after a later step changed the subject. */
async function phaseAfter(lease: Lease): Promise<string | undefined> {
  const { kept, leases } = leasesInMemory(lease);
  await replaceLeasesOn(subject, later, { leases, clock: () => leaseStart });
  return kept.get(lease.id)?.phase;
}

test.each<[string, Partial<Lease>, string]>([
  ['is closed, since the later decision counts', {}, 'left'],
  ['of the same step stays', { id: 'r2' }, 'active'],
  ['in another account stays', { step: stepOf({ account: 'ACDV' }) }, 'active'],
  ['on another subject stays', { inverse: { ...inverse, subject: { ...subject, policy: 'p2' } } }, 'active'],
  ['that is ending is told by its own job', { phase: 'ending' }, 'ending'],
])('a lease on what a later step changed %s', async (_, more, phase) => {
  expect(await phaseAfter(leaseOf(more))).toBe(phase);
});

test('what is closed so is told, with the change that replaced it', async () => {
  const { kept, leases } = leasesInMemory(leaseOf());
  await replaceLeasesOn(subject, later, { leases, clock: () => leaseStart });
  expect(kept.get('l1')).toMatchObject({ news: { kind: 'closed' }, end: { event: 'failed' } });
  expect(JSON.stringify(kept.get('l1')?.end)).toContain('Disable firewall policy');
});
