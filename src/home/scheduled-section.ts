import type { Answer } from '../core/answer.ts';
import type { Waiting } from '../operations/shared/open-approvals.ts';
import { startLines, startsAmong } from '../operations/shared/scheduled-starts.ts';

/** Upper bound for the changes in this section, so that the other sections stay visible. */
const maxShown = 6;

/** This person's own changes that will start. Empty if there are none. */
export const scheduledChanges = ({ mine }: Waiting): Answer =>
  startsAmong(mine)
    .slice(0, maxShown)
    .flatMap((start) => startLines(start, start.approval.requester));
