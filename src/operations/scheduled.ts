import { count, heading, note } from '../core/answer.ts';
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
    const starts = await scheduledStarts(context);
    const isShown = ({ approval }: (typeof starts)[number]): boolean =>
      approval.requester === context.requester || approval.accounts.includes(context.service.alias);
    return { starts: starts.filter(isShown) };
  },
  result(_, { starts }, { requester }) {
    const hidden = starts.length - maxShown;
    return [
      ...(starts.length > 0 ? [heading('Will start')] : [note('No change is scheduled to start.')]),
      ...starts.slice(0, maxShown).flatMap((start) => startLines(start, requester)),
      ...(hidden > 0 ? [note(`${count(hidden, 'more change')} will start after these.`)] : []),
    ];
  },
});
