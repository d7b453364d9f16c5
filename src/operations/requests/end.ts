import { bold, waiting } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { leaseTarget } from '../../change/model/lease.ts';
import { endNow } from '../../change/transitions/moving.ts';
import { openedAtEnd } from '../../network/network-change.ts';
import { defineOperation } from '../context/context.ts';
import { lease, refuseOver } from './named-lease.ts';

export const end = defineOperation({
  id: 'end',
  summary: 'End a change now that ends by itself',
  action: 'End change',
  button: 'End Now',
  example: 'end #1',
  fields: { lease: lease({ label: 'Change', at: 0 }) },
  risk: 'changes',
  forPeople: true,
  roles: [],
  refuses: ({ lease }) => refuseOver(lease),
  targets: ({ lease: { lease } }) => [leaseTarget(lease.id)],
  subject: ({ lease: { lease } }) => `now: ${lease.step.title}`,
  networkChange: ({ lease: { lease } }) => openedAtEnd(lease.step),
  // Approvers agreed to the end, so one that closes something needs no second vote. One that opens something again is judged as
  // what would open it.
  judgedAs: ({ lease: { lease } }) =>
    openedAtEnd(lease.step)
      ? { risk: 'opens', needs: lease.needs, lasts: undefined, heedsFreeze: true }
      : { risk: 'changes', needs: 'confirmation', lasts: 0 },
  async run({ lease: { lease } }, { leases, requester, clock }) {
    const changed = await leases.change(lease.id, (now) => endNow(now, requester, clock()));
    if ('refused' in changed) throw new UserError(changed.refused);
    return changed.lease;
  },
  result: ({ lease: { lease } }) => [waiting(bold('Ending now'), ' · ', lease.step.title)],
});
