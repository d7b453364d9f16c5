import type { Answer } from '../answer/answer.ts';
import type { Leases } from '../change/model/lease.ts';
import { leaseLines, nextEnds } from '../operations/requests/active-leases.ts';
import type { Waiting } from '../operations/requests/open-approvals.ts';
import { startLines, startsAmong } from '../operations/requests/scheduled-starts.ts';

/** Upper bounds for the changes that start, and for those that end, so that the other sections stay visible. */
const maxShown = 5;

/** The changes of a person that will start, and those that will end. Empty if there are none. */
export async function scheduledChanges(
  { mine }: Waiting,
  leases: Pick<Leases, 'pending' | 'get'>,
  person: string,
): Promise<Answer> {
  const { ends } = await nextEnds(leases, ({ requester }) => requester === person, maxShown);
  return [
    ...startsAmong(mine)
      .slice(0, maxShown)
      .flatMap((start) => startLines(start, person)),
    ...ends.flatMap((lease) => leaseLines(lease, person)),
  ];
}
