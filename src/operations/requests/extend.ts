import { bold, done, time as shown } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import { endTarget } from '../../change/model/ending.ts';
import { endsAtOf } from '../../change/model/ending-change.ts';
import { longestLease } from '../../change/model/time-limits.ts';
import { extend as moved } from '../../change/transitions/moving.ts';
import { type Instant, minute } from '../../core/clock.ts';
import { duration } from '../../time/duration.ts';
import { timeOf } from '../../time/time-of-words.ts';
import { readTimeWords } from '../../time/time-words.ts';
import { longestSpan } from '../../time/timing.ts';
import { utc } from '../../time/utc.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { time } from '../fields/index.ts';
import { evaluatedOf, type NamedEnd, namedEnd, refuseOver } from './named-end.ts';

interface Extension {
  readonly lease: NamedEnd;
  readonly until: string;
}

/** Returns the new end: a duration is added to the present end, and a time of day means the next one after it. */
function newEnd({ lease, until }: Extension, { clock }: Pick<Context, 'clock'>): Instant {
  const now = clock();
  const present = Math.max(endsAtOf(lease.end) ?? now, now);
  const reading = readTimeWords(until);
  if ('problem' in reading) return present;
  const words = reading.value;
  return 'after' in words ? present + words.after : timeOf(words, lease.timeZone, now, present);
}

const earlier = 'Choose an earlier end.';

function refuse(extension: Extension, context: Context): UserError | undefined {
  const { end: named } = extension.lease;
  const endsAt = endsAtOf(named) ?? 0;
  const over = refuseOver(extension.lease);
  if (over) return over;
  const to = newEnd(extension, context);
  if (to <= Math.max(endsAt, context.clock()))
    return new UserError(`It already ends at ${utc(endsAt)}, and this isn’t later.`, {
      next: 'To end it sooner, use End Now.',
    });
  if (to > context.clock() + longestSpan)
    return new UserError('Its new end must be within the next 30 days.', { next: earlier });
  if (to > evaluatedOf(named).since + longestLease)
    return new UserError('Its new end must be within 365 days of its start.', { next: earlier });
  return undefined;
}

export const extend = defineOperation({
  id: 'extend',
  summary: 'Extend a change that ends by itself',
  action: 'Extend change',
  button: 'Extend Change',
  example: 'extend #1 2h',
  fields: {
    lease: namedEnd({ label: 'Change', at: 0 }),
    until: time({ label: 'How much longer, or until when', at: 1, rest: true }),
  },
  // An extension can keep the network open, so its form has the fields for approvers.
  risk: 'opens',
  confirmedInDialog: true,
  forPeople: true,
  roles: [],
  refuses: refuse,
  // People confirm and approve this exact time, as with the button that extends by an hour.
  pins: (args, context) => ({ until: new Date(newEnd(args, context)).toISOString() }),
  targets: ({ lease }) => [endTarget(lease.end.id)],
  subject: (args, context) => {
    const { end: named } = args.lease;
    const more = newEnd(args, context) - (endsAtOf(named) ?? named.expires);
    return `by ${duration(Math.round(more / minute))}: ${named.steps[0].title}`;
  },
  warnings: (args, context) => [['It ends ', shown(new Date(newEnd(args, context))), ' then.']],
  networkChange: ({ lease }) => lease.end.steps[0].networkChange,
  evaluatedAs(args, context) {
    const { risk, needs, since } = evaluatedOf(args.lease.end);
    return { risk, needs, durationMs: newEnd(args, context) - since, openSince: since };
  },
  async run(args, context): Promise<Change> {
    const { end: named } = args.lease;
    const [from, to] = [endsAtOf(named), newEnd(args, context)];
    const extended = await context.changes.change(named.id, (now) =>
      moved(now, { from, to }, context.clock()),
    );
    if ('refused' in extended) throw new UserError(extended.refused);
    return extended.change;
  },
  result: (_, { steps: [step], expires }) => [
    done(bold('Extended'), ' · ', step.title, ' · ends ', shown(new Date(expires))),
  ],
});
