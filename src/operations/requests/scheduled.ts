import { type Answer, count, heading, note } from '../../answer/answer.ts';
import type { ChangeRef } from '../../change/model/changes.ts';
import { defineOperation } from '../context/context.ts';
import { nextStarts, startLines } from './scheduled-starts.ts';
import { endLines, nextEnds } from './waiting-ends.ts';

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
    /** Readers see their own changes in all accounts, and other people's in the account that they may read. */
    const isShown = ({ requester, accounts }: ChangeRef): boolean =>
      requester === context.requester || accounts.includes(context.service.alias);
    const [next, { ends, more }] = await Promise.all([
      nextStarts(context, isShown, maxShown),
      nextEnds(context.changes, isShown, maxShown),
    ]);
    return { starts: next.starts, moreStarts: next.more, ends, moreEnds: more };
  },
  result(_, { starts, moreStarts, ends, moreEnds }, { requester }) {
    const more = (number: number, what: string): Answer =>
      number > 0 ? [note(`${count(number, 'more change')} will ${what} after these.`)] : [];
    return [
      ...(starts.length > 0 ? [heading('Will start')] : [note('No change is scheduled to start.')]),
      ...starts.flatMap((start) => startLines(start, requester)),
      ...more(moreStarts, 'start'),
      ...(ends.length > 0 ? [heading('Will end')] : [note('No change ends by itself.')]),
      ...ends.flatMap((end) => endLines(end, requester)),
      ...more(moreEnds, 'end'),
    ];
  },
});
