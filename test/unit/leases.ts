import type { Lease } from '../../src/change/model/lease.ts';
import { stepsOf } from '../../src/change/model/step.ts';
import { changeOf } from './changes.ts';

/** Noon of the day on which these leases start, in milliseconds since 1970. */
export const leaseStart = Date.UTC(2026, 10, 22, 12);

const [step] = stepsOf(
  changeOf(
    { id: 'l1' },
    {
      operation: 'alert.assign',
      line: 'alert assign "Night watch" jump',
      title: 'Assign alert policy Night watch → DE1ACMEJUMP01',
      action: 'Assign alert policy',
      targets: ['server/de1acmejump01'],
      ends: { after: 2 * 3_600_000 },
    },
  ),
);

/** An alert policy that Ana assigned for two hours. */
export const leaseOf = (more: Partial<Lease> = {}): Lease => ({
  ...step,
  id: 'l1',
  team: 'T0ACME',
  replyTo: { channel: 'C0OPS', person: 'U0ANA' },
  approvers: [],
  risk: 'changes',
  needs: 'confirmation',
  inverse: {
    operation: 'alert.unassign',
    raw: { policy: 'p1', server: 'de1acmejump01' },
    line: 'alert unassign "Night watch" jump',
    subject: { kind: 'alert policy on server', policy: 'p1', server: 'de1acmejump01' },
  },
  state: 's1',
  startedAt: leaseStart,
  endsAt: leaseStart + 2 * 3_600_000,
  phase: 'active',
  since: leaseStart,
  attempt: 1,
  notices: [],
  ...more,
});
