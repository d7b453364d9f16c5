import { commandButton } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { isWaiting } from '../../change/model/change.ts';
import { endId, stepId } from '../../change/model/ids.ts';
import { endedStepOf, isReversal, type Reversal, timeOfEnd } from '../../change/model/reversal.ts';
import { titleOf } from '../../change/model/titles.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { openedAtEnd } from '../../network/opens-access.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import type { EvaluatedAs } from '../../operation/operation.ts';
import { utc } from '../../time/utc.ts';
import { commandWords } from '../context/command-link.ts';
import type { Context } from '../context/context.ts';
import { choose, none, several } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';
import { spokenEnds } from './spoken-ends.ts';
import { waitingEnds } from './waiting-ends.ts';

/** A scheduled end, and the time zone in which its requester types times. */
export interface NamedEnd {
  readonly end: Reversal;
  readonly timeZone: string;
}

const asChoice = {
  id: endedStepOf,
  name: ({ steps: [step], reversal: { request } }: Reversal): string =>
    [titleOf({ steps: [step] }), request].filter(Boolean).join(' · '),
  describe: (end: Reversal): string => `Ends ${utc(timeOfEnd(end))}`,
};

/**
 * Creates a field for a change that ends by itself, by the id of its step or the number of its request: "#1". A form offers those
 * of the account.
 */
export const namedEnd = (options: FieldOptions): Field<string, NamedEnd, Context> =>
  inAscii(
    wordsField(options, {
      hint: 'the number of its request, such as #1, or its id',
      example: '#1',
      read: (words) => ({ value: words }),
      // “end it now” is a sentence.
      isWhole: () => true,
      reference: {
        async find(parsed, context) {
          const [found, timeZone] = await Promise.all([find(parsed, context), context.timeZone()]);
          return { end: found, timeZone };
        },
        pin: ({ end: found }) => endedStepOf(found),
        choices: async (context, filter) => choose(await endsIn(context), filter, asChoice),
      },
    }),
  );

const isIn = ({ service }: Context, account: string): boolean =>
  account.toUpperCase() === service.alias.toUpperCase();

const endsIn = (context: Context): Promise<readonly Reversal[]> =>
  waitingEnds(context.changes, ({ accounts }) => accounts.some((account) => isIn(context, account)));

async function find(parsed: string, context: Context): Promise<Reversal> {
  const spoken = await spokenEnds(parsed, () => endsIn(context), context);
  if (spoken) return onlyOf(spoken, parsed, context);
  const exact = await context.changes.get(endId(parsed));
  if (exact && isReversal(exact) && isIn(context, exact.steps[0].account)) return exact;
  const matches = [...(await endsIn(context)), ...(await unknownEndsOf(parsed, context))].filter(
    (one) =>
      one.reversal.request === parsed ||
      one.reversal.request === `#${parsed}` ||
      startsAs(endedStepOf(one), parsed),
  );
  return onlyOf(matches, parsed, context);
}

function onlyOf(matches: readonly Reversal[], parsed: string, context: Context): Reversal {
  const [only] = matches;
  if (!only) {
    const list = commandButton('Show Scheduled', context.link('scheduled'));
    throw none('active change with an end', parsed, list);
  }
  if (matches.length > 1) throw several('change with an end', parsed, matches, asChoice);
  return only;
}

/** Resolves to the ends of unknown outcome of a request, by its number. They don’t wait, and a person can try them again. */
async function unknownEndsOf(parsed: string, context: Context): Promise<readonly Reversal[]> {
  const number = /^#?(\d{1,9})$/.exec(parsed)?.[1];
  const id = number === undefined ? undefined : await context.changes.idOf(Number(number));
  const steps = id === undefined ? [] : ((await context.changes.get(id))?.steps ?? []);
  const unknown = steps.flatMap(({ end }, index) => (end?.phase === 'unknown' ? [index] : []));
  const ends = await mapConcurrently(
    unknown,
    (index) => context.changes.get(endId(stepId(id ?? '', index))),
    maxConcurrency.store,
  );
  return ends.flatMap((end) =>
    end && isReversal(end) && end.status === 'unknown' && isIn(context, end.steps[0].account) ? [end] : [],
  );
}

/** Returns whether an id starts with these characters. Lists show the first 8. */
const startsAs = (id: string, parsed: string): boolean => parsed.length >= 8 && id.startsWith(parsed);

/** Explains why an end can't be moved any more; undefined while it is scheduled. */
export function refuseOver({ end: { status } }: NamedEnd): UserError | undefined {
  if (status === 'approved') return undefined;
  if (status === 'unknown')
    return new UserError('Its end was sent, and the outcome is unknown.', {
      next: 'Press End Now: it reads the state, and tries once more.',
    });
  return isWaiting({ status })
    ? new UserError('This is ending right now.', { next: 'See how it ended in a minute.', passing: true })
    : new UserError('This has ended already, or no longer ends by itself.', {
        next: `Run “${commandWords('scheduled')}” to list what ends.`,
      });
}

/** Returns how the policy evaluates the change that ends, and when that change took effect. */
export const evaluatedOf = ({
  reversal,
  created,
}: Reversal): NonNullable<Reversal['reversal']['evaluated']> =>
  reversal.evaluated ?? { risk: 'opens', needs: 'approval', since: created };

/**
 * Returns how the policy evaluates an end that comes sooner. Approvers agreed to the end, so one that closes something needs no
 * second vote. One that opens something again is evaluated like a change that would open it.
 */
export const evaluatedSooner = (end: Reversal): EvaluatedAs =>
  openedAtEnd(end.steps[0])
    ? { risk: 'opens', needs: evaluatedOf(end).needs, durationMs: undefined, subjectToFreeze: true }
    : { risk: 'changes', needs: 'confirmation', durationMs: 0 };
