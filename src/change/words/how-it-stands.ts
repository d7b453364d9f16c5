import { bold, type Inline, person, type Tone } from '../../answer/answer.ts';
import { minute } from '../../core/clock.ts';
import { asState, objectOf, type Phrase } from '../../operation/phrase.ts';
import { hasOpposite, isOpening, tensesOf, type Verb } from '../../operation/verbs.ts';
import { exactDuration } from '../../time/duration.ts';
import { approvalsOf } from '../model/approval.ts';
import type { Change } from '../model/change.ts';
import type { Step, StepEnd } from '../model/step.ts';
import { type Lead, restOf, type Standing } from './lead.ts';
import { type Headline, named, onPhone } from './on-phone.ts';
import { comma, timeOf } from './spans.ts';

/*
 * The headlines of a change that was applied: how it stands by now.
 */

/** What precedes the words of a step in a headline, what follows them, and what precedes them on a phone. */
interface Said {
  readonly tone: Tone;
  readonly before: readonly Inline[];
  readonly after?: readonly Inline[];
  readonly phone: string;
  /** Whether it is about what ends, in the words of that. */
  readonly isOfEnd?: true;
}

type Saying = (step: Step, phrase: Phrase) => Said;

/**
 * Returns how the end of what a verb did is said: the end of what closed something opens it again. What is `gone` was not opened or
 * enabled again, nor changed back.
 */
export const saidOver = (
  verb: Verb,
  over?: StepEnd['over'],
): { readonly tone: Tone; readonly word: string } =>
  over === 'gone' && hasOpposite(verb) && verb !== 'open' && verb !== 'create'
    ? { tone: 'neutral', word: 'Removed' }
    : { tone: verb === 'close' ? 'open' : 'neutral', word: tensesOf(verb).over.done };

/** Returns how something is called that is in effect after its end. */
export const still = (verb: Verb): string =>
  verb === 'open' || verb === 'close' ? `Still ${verb === 'open' ? 'open' : 'closed'}` : 'Still in effect';

/** Returns ", should have closed". */
export const shouldHave = (verb: Verb): string => `, should have ${tensesOf(verb).over.done.toLowerCase()}`;

/** Returns " by Ben"; nothing if nobody did it. */
export const by = (who: string | undefined): readonly Inline[] =>
  who === undefined ? [] : [' by ', person(who)];

/** Something stands: what is open begins with how, anything else with what was done. */
const stands: Saying = (step, phrase) => {
  const { outcome, end } = step;
  const { verb } = phrase;
  const { done } = tensesOf(verb);
  const kept: readonly Inline[] = end?.over === 'kept' ? [' · kept', ...by(end.endedBy)] : [];
  const endsAt = end?.phase === 'active' ? end.endsAt : undefined;
  if (outcome?.stays)
    return isOpening(verb)
      ? {
          tone: 'open',
          before: [bold('Open, and Skydesk can’t close it'), ' · '],
          phone: 'Open, and Skydesk can’t close it: ',
        }
      : {
          tone: 'warning',
          before: [bold(done), ' '],
          after: [', and it doesn’t end by itself'],
          phone: `${done} for good: `,
        };
  const lasting = endsAt === undefined ? '' : ` for ${exactDuration(lengthOf(step, endsAt))}`;
  if (verb !== 'open') {
    const after = endsAt === undefined ? kept : [`${comma(phrase)} until `, timeOf(endsAt)];
    return {
      tone: 'done',
      before: [bold(done), ' '],
      after,
      phone: `${done}${lasting}${lasting === '' ? ' ' : ': '}`,
    };
  }
  return endsAt === undefined
    ? { tone: 'open', before: [bold('Open, no end'), ' · '], after: kept, phone: 'Open, no end: ' }
    : { tone: 'open', before: [bold('Open until'), ' ', timeOf(endsAt), ' · '], phone: `Open${lasting}: ` };
};

const overdue: Saying = ({ end }, { verb }) => ({
  tone: 'warning',
  before: [bold(still(verb)), ': '],
  after: end?.endsAt === undefined ? [] : [`${shouldHave(verb)} `, timeOf(end.endsAt)],
  phone: `${still(verb)} after its end: `,
  isOfEnd: true,
});

const ending: Saying = (_, { verb }) => {
  const { running } = tensesOf(verb).over;
  return { tone: 'waiting', before: [bold(running), ' '], phone: `${running} `, isOfEnd: true };
};

const over: Saying = ({ end, undoneBy }, { verb }) => {
  const { tone, word } = saidOver(verb, end?.over);
  const done = undoneBy && !hasOpposite(verb) ? 'Undone' : word;
  // Nobody knows when, unless another change by Skydesk did it.
  const isEarly = !undoneBy && end?.phase === 'over' && end.removedBy === undefined;
  const when = undoneBy
    ? by(undoneBy.person)
    : end
      ? [' ', timeOf(end.since), ...by(end.removedBy ?? end.endedBy)]
      : [];
  return {
    tone,
    before: isEarly ? [bold(`${done} before its time`), ' · '] : [bold(done), ...when, ' · '],
    phone: `${done}: `,
    isOfEnd: true,
  };
};

const left: Saying = (_, { verb }) => {
  const word = `Not ${tensesOf(verb).over.done.toLowerCase()}, since somebody changed it`;
  return { tone: 'warning', before: [bold(word), ' · '], phone: `${word}: `, isOfEnd: true };
};

/** Of a step that is done, it is its end or its Undo that isn't known. */
const notKnown: Saying = ({ undoneBy }, { verb }) => {
  const word = `Not known if ${undoneBy ? 'its Undo worked' : tensesOf(verb).over.done.toLowerCase()}`;
  return { tone: 'warning', before: [bold(word), ': '], phone: `${word}: `, isOfEnd: true };
};

const sayings: Readonly<Record<Standing, Saying>> = {
  waits: stands,
  failed: stands,
  stands,
  overdue,
  ending,
  over,
  left,
  'not known': notKnown,
};

/** Storing the end of a step takes less than this. */
const closeTo = 5 * minute;

/** Returns how long it stays since its end was stored: as agreed, unless that was moved. */
function lengthOf({ ends, end }: Step, endsAt: number): number {
  const length = endsAt - (end?.since ?? endsAt);
  const agreed = ends && 'after' in ends ? ends.after : length;
  return Math.abs(agreed - length) < closeTo ? agreed : length;
}

/** Returns the headline of an applied change. */
export function howItStands(change: Change, lead: Lead): Headline {
  const { step, standing } = lead;
  const { tone, before, after = [], phone, isOfEnd } = sayings[standing](step, lead.phrase);
  const phrase = isOfEnd ? asState(lead.phrase) : lead.phrase;
  const approvers = approvalsOf(change)
    .filter(({ breakGlass }) => !breakGlass)
    .flatMap(({ person: who }, index) => [index > 0 ? ', ' : ' · approved by ', person(who)]);
  const onAPhone = (...more: readonly Inline[]) =>
    onPhone([phone], { ...lead, phrase }, [...more, named(change)]);
  return {
    tone,
    text: [...before, objectOf(phrase), ...after, restOf(lead)],
    // Who approved it is said if all else is as well.
    phone: [
      ...(standing === 'stands' && approvers.length > 0 ? onAPhone(...approvers).slice(0, 2) : []),
      ...onAPhone(),
    ],
  };
}
