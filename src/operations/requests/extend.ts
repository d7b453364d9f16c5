import { note, time as shown } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import { endTarget } from '../../change/model/end-target.ts';
import { endsAtOf, timeOfEnd } from '../../change/model/reversal.ts';
import { longestLease } from '../../change/model/time-limits.ts';
import { extend as moved } from '../../change/transitions/moving.ts';
import { hour, type Instant, minute } from '../../core/clock.ts';
import { openedAtEnd } from '../../network/opens-access.ts';
import { duration, exactDuration } from '../../time/duration.ts';
import { timeOf } from '../../time/time-of-words.ts';
import { readTimeWords } from '../../time/time-words.ts';
import { longestSpan } from '../../time/timing.ts';
import { utc } from '../../time/utc.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { time } from '../fields/index.ts';
import { evaluatedOf, evaluatedSooner, type NamedEnd, namedEnd, refuseOver } from './named-end.ts';
import { withWhatStands } from './phrase-of-end.ts';

interface Extension {
  readonly lease: NamedEnd;
  readonly until: string;
}

/** Returns the new end: a duration is added to the present end, and a time of day means the next one. It may be sooner. */
function newEnd({ lease, until }: Extension, { clock }: Pick<Context, 'clock'>): Instant {
  const now = clock();
  const present = Math.max(endsAtOf(lease.end) ?? now, now);
  const reading = readTimeWords(until);
  if ('problem' in reading) return present;
  const words = reading.value;
  return 'after' in words ? present + words.after : timeOf(words, lease.timeZone, now, now);
}

const isSooner = (extension: Extension, context: Pick<Context, 'clock'>): boolean =>
  newEnd(extension, context) < (endsAtOf(extension.lease.end) ?? 0);

const earlier = 'Choose an earlier end.';

function refuse(extension: Extension, context: Context): UserError | undefined {
  const { end: named } = extension.lease;
  const endsAt = endsAtOf(named) ?? 0;
  const over = refuseOver(extension.lease);
  if (over) return over;
  const to = newEnd(extension, context);
  if (to === endsAt)
    return new UserError(`It ends at ${utc(endsAt)} already.`, { next: 'Choose another time.' });
  if (to <= context.clock())
    return new UserError('That time has passed.', { next: 'To end it at once, use End Now.' });
  if (to > context.clock() + longestSpan)
    return new UserError('Its new end must be within the next 30 days.', { next: earlier });
  if (to > evaluatedOf(named).since + longestLease)
    return new UserError('Its new end must be within 365 days of its start.', { next: earlier });
  return undefined;
}

export const extend = defineOperation({
  id: 'extend',
  summary: 'Extend a change that ends by itself, or let it end sooner',
  action: 'Extend change',
  button: 'Extend Change',
  example: 'extend #1 2h',
  fields: {
    lease: namedEnd({ label: 'Change', at: 0 }),
    until: time({ label: 'How much longer, or until when', at: 1, rest: true }),
  },
  // An extension can keep the network open, so its form has the fields for approvers.
  risk: 'opens',
  // The button adds an hour to the end that its message showed, which somebody may have moved since.
  confirmedInDialog: (args, context) => newEnd(args, context) - timeOfEnd(args.lease.end) === hour,
  forPeople: true,
  roles: [],
  refuses: refuse,
  // People confirm and approve this exact time, as with the button that extends by an hour.
  pins: (args, context) => ({ until: new Date(newEnd(args, context)).toISOString() }),
  targets: ({ lease }) => [endTarget(lease.end.id)],
  subject: (args, context) => {
    const { end: named } = args.lease;
    const to = newEnd(args, context);
    if (isSooner(args, context)) return `to end sooner, at ${utc(to)}: ${named.steps[0].title}`;
    const more = to - timeOfEnd(named);
    return `by ${duration(Math.round(more / minute))}: ${named.steps[0].title}`;
  },
  phrase: (args, context) => {
    const ms = newEnd(args, context) - timeOfEnd(args.lease.end);
    const verb = isSooner(args, context) ? 'shorten' : 'extend';
    return withWhatStands(verb, args.lease.end, ` by ${exactDuration(Math.abs(ms))}`);
  },
  warnings: (args, context) => [['It ends ', shown(new Date(newEnd(args, context))), ' then.']],
  networkChange: (args, context) => {
    const [step] = args.lease.end.steps;
    return isSooner(args, context) ? openedAtEnd(step) : step.networkChange;
  },
  evaluatedAs(args, context) {
    if (isSooner(args, context)) return evaluatedSooner(args.lease.end);
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
  result: (_, { expires }) => [note('It ends ', shown(new Date(expires)), ' now.')],
});
