import { type Answer, count, heading, note } from '../core/answer.ts';
import { leaseLines } from './shared/active-leases.ts';
import { defineOperation } from './shared/context.ts';
import { scheduledStarts, startLines } from './shared/scheduled-starts.ts';

/** Upper bound for the changes in one list. */
const maxShown = 20;

export const scheduled = defineOperation({
  id: 'scheduled',
  summary: 'List the changes that will start or end',
  example: 'scheduled',
  fields: {},
  risk: 'reads',
  isPrivate: true,
  roles: [],
  async run(_, context) {
    const [starts, leases] = await Promise.all([scheduledStarts(context), context.leases.active()]);
    /** A reader sees their own changes in all accounts, and those of others in the account that they may read. */
    const isShown = (requester: string, accounts: readonly string[]): boolean =>
      requester === context.requester || accounts.includes(context.service.alias);
    return {
      starts: starts.filter(({ approval }) => isShown(approval.requester, approval.accounts)),
      ends: leases.filter(({ requester, step }) => isShown(requester, [step.account])),
    };
  },
  result(_, { starts, ends }, { requester }) {
    const more = (all: readonly unknown[], what: string): Answer =>
      all.length > maxShown
        ? [note(`${count(all.length - maxShown, 'more change')} will ${what} after these.`)]
        : [];
    return [
      ...(starts.length > 0 ? [heading('Will start')] : [note('No change is scheduled to start.')]),
      ...starts.slice(0, maxShown).flatMap((start) => startLines(start, requester)),
      ...more(starts, 'start'),
      ...(ends.length > 0 ? [heading('Will end')] : [note('No change ends by itself.')]),
      ...ends.slice(0, maxShown).flatMap((lease) => leaseLines(lease, requester)),
      ...more(ends, 'end'),
    ];
  },
});
