import type { Change, Step } from '../../src/core/change.ts';

/** A step that deletes a firewall policy. */
export const stepOf = (more: Partial<Step> = {}): Step => ({
  operation: 'firewall.delete',
  raw: { dc: 'de1', id: 'f'.repeat(32) },
  account: 'ACME',
  line: 'firewall delete de1',
  title: 'delete a rule',
  targets: ['firewall/de1'],
  ...more,
});

/** A change of Ana's with one step. */
export const changeOf = (more: Partial<Change> = {}, step: Partial<Step> = {}): Change => ({
  id: 'a1',
  requester: 'U0ANA',
  team: 'T0ACME',
  replyTo: { channel: 'C0OPS', person: 'U0ANA' },
  steps: [stepOf(step)],
  reason: 'nobody needs it',
  ...more,
});
