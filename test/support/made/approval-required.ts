import type { ApprovalRequired } from '../../../src/policy/decide.ts';

/** The decision that one person has to approve, by the default policy. */
export const approvalRequired = (more: Partial<ApprovalRequired> = {}): ApprovalRequired => ({
  ...{ kind: 'requestApproval', approvers: 1, accounts: ['ACME'], ticket: false, points: [] },
  ...{ channel: '#approvals', expiresMinutes: 480, remindMinutes: 60, ...more },
});
