import type { Answer } from '../core/answer.ts';
import type { Lease } from '../core/lease.ts';
import { leaseLines } from '../operations/shared/active-leases.ts';
import type { Waiting } from '../operations/shared/open-approvals.ts';
import { startLines, startsAmong } from '../operations/shared/scheduled-starts.ts';

/** Upper bounds for the changes that start, and for those that end, so that the other sections stay visible. */
const maxShown = 5;

/** The changes of a person that will start, and those that will end. Empty if there are none. */
export const scheduledChanges = ({ mine }: Waiting, leases: readonly Lease[], person: string): Answer => [
  ...startsAmong(mine)
    .slice(0, maxShown)
    .flatMap((start) => startLines(start, person)),
  ...leases
    .filter(({ requester }) => requester === person)
    .slice(0, maxShown)
    .flatMap((lease) => leaseLines(lease, person)),
];
