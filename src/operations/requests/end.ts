import { UserError } from '../../answer/user-error.ts';
import { endTarget } from '../../change/model/end-target.ts';
import { endNow } from '../../change/transitions/moving.ts';
import { openedAtEnd } from '../../network/opens-access.ts';
import { defineOperation } from '../context/context.ts';
import { evaluatedSooner, namedEnd, refuseOver } from './named-end.ts';
import { endedEarly } from './phrase-of-end.ts';

export const end = defineOperation({
  id: 'end',
  summary: 'End a change now that ends by itself',
  action: 'End change',
  button: 'End Now',
  example: 'end #1',
  fields: { lease: namedEnd({ label: 'Change', at: 0 }) },
  risk: 'changes',
  confirmedInDialog: () => true,
  forPeople: true,
  endsNow: true,
  roles: [],
  refuses: ({ lease }) => (lease.end.status === 'unknown' ? undefined : refuseOver(lease)),
  targets: ({ lease: { end } }) => [endTarget(end.id)],
  subject: ({ lease: { end } }) => `now: ${end.steps[0].title}`,
  phrase: ({ lease }) => endedEarly(lease.end),
  networkChange: ({ lease: { end } }) => openedAtEnd(end.steps[0]),
  evaluatedAs: ({ lease: { end } }) => evaluatedSooner(end),
  async run({ lease: { end } }, { changes, requester, clock }, widened) {
    const moved = await changes.change(end.id, (now) => endNow(now, requester, clock(), widened));
    if ('refused' in moved) throw new UserError(moved.refused);
    return moved.change;
  },
  result: () => [],
});
