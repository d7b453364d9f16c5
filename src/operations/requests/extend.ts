import { bold, done, time as shown } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { type Lease, leaseTarget } from '../../change/model/lease.ts';
import { longestLease } from '../../change/model/longest-waits.ts';
import { extend as moved } from '../../change/transitions/moving.ts';
import { timeOf } from '../../time/time-of-words.ts';
import { readTimeWords } from '../../time/time-words.ts';
import { longestSpan } from '../../time/timing.ts';
import { utc } from '../../time/utc.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { time } from '../fields/index.ts';
import { lease, type NamedLease, refuseOver } from './named-lease.ts';

interface Extension {
  readonly lease: NamedLease;
  readonly until: string;
}

/** The new end, in milliseconds since 1970: a duration is added to the present end, and a time of day is the next one after it. */
function newEnd({ lease: { lease, timeZone }, until }: Extension, { clock }: Pick<Context, 'clock'>): number {
  const now = clock();
  const end = Math.max(lease.endsAt ?? now, now);
  const reading = readTimeWords(until);
  if ('problem' in reading) return end;
  const words = reading.value;
  return 'after' in words ? end + words.after : timeOf(words, timeZone, now, end);
}

function refuse(extension: Extension, context: Context): UserError | undefined {
  const { endsAt = 0 } = extension.lease.lease;
  const over = refuseOver(extension.lease);
  if (over) return over;
  const to = newEnd(extension, context);
  if (to <= Math.max(endsAt, context.clock()))
    return new UserError(`It already ends at ${utc(endsAt)}, and this isn’t later.`, {
      next: 'To end it sooner, use End Now.',
    });
  if (to > context.clock() + longestSpan) return new UserError('Its new end must be within 30 days.');
  if (to > extension.lease.lease.startedAt + longestLease)
    return new UserError('Its new end must be within 365 days of its start.');
  return undefined;
}

export const extend = defineOperation({
  id: 'extend',
  summary: 'Extend a change that ends by itself',
  action: 'Extend change',
  button: 'Extend Change',
  example: 'extend #1 2h',
  fields: {
    lease: lease({ label: 'Change', at: 0 }),
    until: time({ label: 'How much longer, or until when', at: 1, rest: true }),
  },
  // What it extends can open the network, so its form asks for what approvers need.
  risk: 'opens',
  forPeople: true,
  roles: [],
  refuses: refuse,
  targets: ({ lease: { lease } }) => [leaseTarget(lease.id)],
  subject: (args, context) => {
    const { endsAt, step } = args.lease.lease;
    const before = endsAt === undefined ? 'to' : `${utc(endsAt)} →`;
    return `${before} ${utc(newEnd(args, context))}: ${step.title}`;
  },
  networkChange: ({ lease: { lease } }) => lease.step.networkChange,
  judgedAs(args, context) {
    const { risk, needs } = args.lease.lease;
    const { startedAt } = args.lease.lease;
    return { risk, needs, lasts: newEnd(args, context) - startedAt, openSince: startedAt };
  },
  async run(args, context): Promise<Lease> {
    const { id, endsAt } = args.lease.lease;
    const to = newEnd(args, context);
    const changed = await context.leases.change(id, (now) =>
      moved(now, { from: endsAt, to }, context.clock()),
    );
    if ('refused' in changed) throw new UserError(changed.refused);
    return changed.lease;
  },
  result: (_, changed) => [done(bold('Extended'), ' · ', changed.step.title, ...ends(changed))],
});

const ends = ({ endsAt }: Lease) => (endsAt === undefined ? [] : [' · ends ', shown(new Date(endsAt))]);
