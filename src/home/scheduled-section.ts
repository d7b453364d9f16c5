import type { Answer } from '../answer/answer.ts';
import type { Changes } from '../change/model/changes.ts';
import type { Waiting } from '../operations/requests/open-approvals.ts';
import { startLines, startsAmong } from '../operations/requests/scheduled-starts.ts';
import { endLines, waitingEnds } from '../operations/requests/waiting-ends.ts';

/** Upper bound for the changes that start, and for those that end, which keeps the other sections visible. */
const maxShown = 5;

/** Renders the scheduled starts and ends of a person's changes, but for what is listed as open; empty if there are none. */
export async function scheduledChanges(
  { mine }: Waiting,
  stored: Pick<Changes, 'waiting' | 'get'>,
  person: string,
): Promise<Answer> {
  const ends = await waitingEnds(stored, ({ requester }) => requester === person);
  return [
    ...startsAmong(mine)
      .slice(0, maxShown)
      .flatMap((start) => startLines(start, person)),
    ...ends
      .filter(({ steps: [{ opened }] }) => !opened)
      .slice(0, maxShown)
      .flatMap((end) => endLines(end, person)),
  ];
}
