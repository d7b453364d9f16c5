import type { Approval, Vote } from '../../../src/core/approval.ts';

export const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

/** A request of Ana's that needs one other person and waits eight hours. */
export const request = (more: Partial<Approval> = {}): Approval => ({
  id: 'a1',
  job: 'j-ask',
  requester: 'U0ANA',
  team: 'T0ACME',
  place: { channel: 'C0OPS', person: 'U0ANA' },
  account: 'ACME',
  operation: 'firewall.delete',
  raw: { dc: 'de1', id: 'f'.repeat(32) },
  line: 'firewall delete de1',
  says: 'delete a rule',
  why: 'nobody needs it',
  targets: ['firewall/de1'],
  meaning: [],
  points: [],
  hash: 'hash',
  judged: { says: 'delete a rule', rules: [] },
  approvers: 1,
  channel: '#approvals',
  created: noon,
  remindAt: noon + 60 * minute,
  expires: noon + 480 * minute,
  reminded: false,
  phase: 'open',
  since: noon,
  votes: [],
  cards: [],
  ...more,
});

let jobs = 0;

/** A vote that each time comes with a job of its own. */
export function voteOf(person: string, vote: Vote['vote'] = 'approve', more: Partial<Vote> = {}): Vote {
  jobs += 1;
  return { person, vote, at: noon + minute, job: `j${jobs}`, ...more };
}
