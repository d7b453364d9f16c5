import { UserError } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import { endTarget } from '../../change/model/end-target.ts';
import { keep as kept } from '../../change/transitions/keeping.ts';
import { defineOperation } from '../context/context.ts';
import { evaluatedOf, namedEnd, refuseOver } from './named-end.ts';
import { keptForGood } from './phrase-of-end.ts';

export const keep = defineOperation({
  id: 'keep',
  summary: 'Keep a change for good that ends by itself',
  action: 'Keep change',
  button: 'Keep Change',
  example: 'keep #1',
  fields: { lease: namedEnd({ label: 'Change', at: 0 }) },
  risk: 'opens',
  forPeople: true,
  roles: [],
  refuses: ({ lease }) => refuseOver(lease),
  targets: ({ lease: { end } }) => [endTarget(end.id)],
  subject: ({ lease: { end } }) => `for good: ${end.steps[0].title}`,
  phrase: ({ lease }) => keptForGood(lease.end),
  warnings: () => ['It no longer ends by itself then, and has no Undo.'],
  networkChange: ({ lease: { end } }) => end.steps[0].networkChange,
  // The policy evaluates it like the same change without an end.
  evaluatedAs({ lease: { end } }) {
    const { risk, needs, since } = evaluatedOf(end);
    return { risk, needs, durationMs: undefined, openSince: since };
  },
  async run({ lease: { end } }, { changes, requester, clock }): Promise<Change> {
    const moved = await changes.change(end.id, (now) => kept(now, requester, clock()));
    if ('refused' in moved) throw new UserError(moved.refused);
    return moved.change;
  },
  result: () => [],
});
