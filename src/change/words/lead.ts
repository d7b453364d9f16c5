import { count } from '../../answer/answer.ts';
import { shortList } from '../../core/list.ts';
import { objectOf, type Phrase } from '../../operation/phrase.ts';
import { isOpening } from '../../operation/verbs.ts';
import type { Change } from '../model/change.ts';
import { groupSteps } from '../model/group-steps.ts';
import type { Step, StepEnd } from '../model/step.ts';

/*
 * What a change of several steps is named after, and what has to be said of the others: a headline never hides what is open, overdue or
 * not known.
 */

/** How a step stands. `left`: it was to end, and somebody changed it, so it was not touched. */
export type Standing = 'waits' | 'failed' | 'not known' | 'stands' | 'overdue' | 'ending' | 'over' | 'left';

const afterItsEnd: Readonly<Record<StepEnd['phase'], Standing>> = {
  active: 'stands',
  ending: 'ending',
  ended: 'over',
  skipped: 'left',
  unknown: 'not known',
  over: 'over',
};

/** Returns how a step stands. */
export function standingOf({ outcome, end, undoneBy }: Step): Standing {
  if (!outcome) return 'waits';
  if (outcome.kind === 'unknown') return 'not known';
  if (outcome.kind !== 'done') return 'failed';
  if (undoneBy?.outcome) return undoneBy.outcome === 'done' ? 'over' : 'not known';
  if (!end) return 'stands';
  if (end.phase === 'active' && end.overdue) return 'overdue';
  return end.phase === 'over' && end.over === 'kept' ? 'stands' : afterItsEnd[end.phase];
}

/** Returns the words of a step: its title, if another version stored it without. */
export const phraseIn = ({ phrase, title }: Pick<Step, 'phrase' | 'title'>): Phrase =>
  phrase ?? { verb: 'apply', thing: title };

/** The step that a change is named after. */
export interface Lead {
  readonly step: Step;
  readonly standing: Standing;
  /** Its words; for a command with several targets, with their number. */
  readonly phrase: Phrase;
  readonly others: readonly Step[];
  /** Whether the steps differ only in their targets, so that its words are about all of them. */
  readonly isOfAll: boolean;
}

/** Returns what a change is named after: what is overdue, not known or open comes before what is riskier. */
export function leadOf(change: Pick<Change, 'steps' | 'status'>): Lead {
  const [first, ...others] = change.steps;
  const step = others.reduce(
    (most, other) => (rank(other, change) > rank(most, change) ? other : most),
    first,
  );
  const whole = phraseOfAll(change.steps, listsSteps.has(change.status));
  return {
    step,
    standing: standingOf(step),
    phrase: whole ?? phraseIn(step),
    others: change.steps.filter((other) => other !== step),
    isOfAll: whole !== undefined,
  };
}

/** More than all points of a change. */
const first = 1000;

/** What a status is about comes first: what runs, or what isn't known. */
const about: Readonly<Partial<Record<Change['status'], Standing>>> = {
  approved: 'waits',
  running: 'waits',
  unknown: 'not known',
};

/** Of the others, in this order; of those that stand, only what is open. */
const urgency: Readonly<Partial<Record<Standing, number>>> = { overdue: 4, 'not known': 3, left: 1 };

function rank(step: Step, { status }: Pick<Change, 'status'>): number {
  const standing = standingOf(step);
  const opens = isOpening(phraseIn(step).verb);
  const isAbout = about[status] === standing ? 10 + (step.claimed ? 1 : 0) : 0;
  const isUrgent = urgency[standing] ?? (opens && standing === 'stands' ? 2 : 0);
  return first * (isAbout + isUrgent) + 2 * (step.risk ?? 0) + (opens ? 1 : 0);
}

/** Once it runs, the steps below the headline have the names of their targets. */
const listsSteps: ReadonlySet<Change['status']> = new Set([
  'confirmed',
  'approved',
  'running',
  'done',
  'failed',
  'unknown',
]);

type InPlace = (names: readonly string[], noun: string) => string;

/** Writes steps in the words of one with `inPlace` for its target: one text, if they differ only in that. */
const objectsOfAll = (steps: Change['steps'], inPlace?: InPlace): readonly string[] =>
  groupSteps(steps, (step) => objectOf(phraseIn(step)), inPlace).map(({ text }) => text);

const howMany: InPlace = (names, noun) => count(names.length, noun);

/** Returns the words for steps that differ only in their targets: "alert policy Disk 80 to 8 servers (DE1ACMEWEB01, …)". */
function phraseOfAll(steps: Change['steps'], isListed: boolean): Phrase | undefined {
  if (steps.length === 1) return undefined;
  const { verb } = phraseIn(steps[0]);
  const [short = '', ...others] = objectsOfAll(steps, howMany);
  if (others.length > 0 || steps.some((step) => phraseIn(step).verb !== verb)) return undefined;
  const [thing = short] = objectsOfAll(steps);
  return { verb, thing: isListed ? short : thing, short };
}

/** Returns what was done of such steps: "alert policy Disk 80 to 8 of 9 servers". */
export const objectOfSome = (steps: Change['steps'], done: number): string =>
  objectsOfAll(steps, (names, noun) => `${done} of ${howMany(names, noun)}`).join(', ');

/** What is said of steps that a change is not named after. */
const remarks = [
  ['overdue', '⚠️ still in effect'],
  ['not known', '⚠️ not known'],
  ['stands', '🔓 open'],
] as const satisfies readonly (readonly [Standing, string])[];

/** Of what stands as it should, only what is open is remarkable. */
const isRemarkable = (step: Step): boolean =>
  standingOf(step) === 'stands'
    ? isOpening(phraseIn(step).verb)
    : remarks.some(([standing]) => standing === standingOf(step));

/** Upper bound for the steps that a remark names. */
const maxRemarked = 2;

/** Returns what stands open, is overdue or not known among steps: " · 🔓 open: SSH (22) on DE1ACMEWEB03 to anyone and 1 more". */
export function remarksOn(steps: readonly Step[]): string {
  const openingsFirst = steps
    .filter(isRemarkable)
    .toSorted(
      (one, other) => Number(isOpening(phraseIn(other).verb)) - Number(isOpening(phraseIn(one).verb)),
    );
  const found = Map.groupBy(openingsFirst, standingOf);
  return remarks
    .map(([standing, words]) => {
      const names = (found.get(standing) ?? []).map((step) => objectOf(phraseIn(step)));
      return names.length > 0 ? ` · ${words}: ${shortList(names, maxRemarked)}` : '';
    })
    .join('');
}

/** Returns the number of other steps, for a change that is asked for or runs: ", + 2 steps". */
export const moreSteps = ({ others, isOfAll }: Pick<Lead, 'others' | 'isOfAll'>): string =>
  isOfAll || others.length === 0 ? '' : `, + ${count(others.length, 'step')}`;

/** Returns how the others stand: ", + 1 step · 🔓 open: …", " · 2 steps stay". */
export function restOf({ others, isOfAll, standing }: Lead): string {
  const plain = others.filter((one) => !isRemarkable(one)).map(standingOf);
  const stand = plain.filter((one) => one === 'stands' || one === 'left').length;
  const over = plain.filter((one) => one === 'over' || one === 'ending').length;
  const isOver = standing === 'over' || standing === 'ending';
  const [alike, unlike] = isOver ? [over, stand] : [stand, over];
  const are = isOver ? (unlike === 1 ? 'stays' : 'stay') : unlike === 1 ? 'is over' : 'are over';
  return [
    alike > 0 && !isOfAll ? `, + ${count(alike, 'step')}` : '',
    remarksOn(others),
    unlike > 0 ? ` · ${count(unlike, 'step')} ${are}` : '',
  ].join('');
}
