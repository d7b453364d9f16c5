import type { Change } from '../../../src/change/model/change.ts';
import { endId } from '../../../src/change/model/ids.ts';
import { isReversal, type Reversal } from '../../../src/change/model/reversal.ts';
import type { ReversalFacts } from '../../../src/change/model/reversal-facts.ts';
import type { Step } from '../../../src/change/model/step.ts';

/** Noon of the day on which what these end was done, in milliseconds since 1970. */
export const endStart = Date.UTC(2026, 10, 22, 12);

/** When these ends come: two hours later. */
export const endsAt = endStart + 2 * 3_600_000;

/** The settings of an end: those about its step and about what it ends are put where they belong. */
export type EndFacts = Partial<Omit<Change, 'reversal'>> & {
  readonly step?: Partial<Step>;
  readonly reversal?: Partial<ReversalFacts>;
};

/** The end of an alert policy that Ana assigned for two hours, in a step with the id `of`. */
export function endOf({ step, reversal, ...more }: EndFacts = {}, of = 'l1'): Reversal {
  const change: Change = {
    id: endId(of),
    team: 'T0ACME',
    replyTo: { channel: 'C0OPS', person: 'U0ANA' },
    requester: 'U0ANA',
    job: endId(of),
    steps: [
      {
        operation: 'alert.unassign',
        raw: { policy: 'p1', server: 'de1acmejump01' },
        line: 'alert unassign "Night watch" jump',
        account: 'ACME',
        title: 'Assign alert policy Night watch → DE1ACMEJUMP01',
        action: 'Assign alert policy',
        ...(step?.title === undefined && {
          phrase: { verb: 'assign', thing: 'alert policy Night watch', rest: ' to DE1ACMEJUMP01' },
        }),
        targets: ['server/de1acmejump01'],
        startsAt: endsAt,
        undoes: {
          id: of,
          subject: { kind: 'alert policy on server', policy: 'p1', server: 'de1acmejump01' },
          state: 's1',
        },
        ...step,
      },
    ],
    reversal: {
      cause: 'time',
      approvers: [],
      evaluated: { risk: 'changes', needs: 'confirmation', since: endStart },
      ...reversal,
    },
    created: endStart,
    expires: endsAt,
    status: 'approved',
    since: endStart,
    messages: [],
    ...more,
  };
  if (!isReversal(change)) throw new Error('It is an end');
  return change;
}
