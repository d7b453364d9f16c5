import { perform } from '../commands/handle-command.ts';
import { submit } from '../commands/parse/parse-command.ts';
import {
  type Answer,
  failed,
  line,
  note,
  type Part,
  person,
  type Step,
  type Text,
  warning,
} from '../core/answer.ts';
import type { Pending, Place } from '../core/ports.ts';
import type { Undo, Used, WayBack } from '../core/undo.ts';
import { errorName } from '../core/user-error.ts';
import { join } from '../core/words.ts';
import { fingerprint, type State, stateOf } from '../operations/shared/snapshot.ts';
import { may } from '../policy/people.ts';
import { contextFor, personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { DecisionMade } from '../requests/job.ts';
import { type Result, whisper } from '../requests/result.ts';
import { inTime } from '../requests/with-timeout.ts';

/** How long a change can be undone with one click. */
const offeredFor = 30 * 60_000;

/** How long a change that is done waits for its Undo before it is told without. */
const patience = 5000;

/** A change that was made. */
interface Done {
  /** The id of its request. */
  readonly id: string;
  readonly asker: string;
  readonly account: string;
  readonly says: string;
  readonly place: Place;
}

/**
 * What to tell of a change that was made: `answer`, with a button that undoes it where there is a way back. The
 * change is made whatever happens here, so nothing is ever thrown.
 */
export async function undoable(
  answer: Answer,
  wayBack: () => WayBack | undefined,
  made: Done,
  ports: Ports,
): Promise<Answer> {
  try {
    const back = wayBack();
    if (!back || !('prepared' in submit(withReason(back.line, made)))) return answer;
    if (!(await inTime(patience, keep(back, made, ports)))) return answer;
    return [...withStep(answer, undoStep(made.id)), ...(back.warns ? [about('Undo: ', back.warns)] : [])];
  } catch (error) {
    ports.log('no undo', { request: made.id, error: errorName(error) });
    return answer;
  }
}

/** The button that takes a change back, by the id of its request. */
export const undoStep = (request: string): Step => ({
  label: 'Undo',
  does: { decide: 'undo', on: request },
});

/** False where somebody else changed the subject before its state could be read: there is nothing to go back to. */
async function keep({ left, ...back }: WayBack, { place, ...made }: Done, ports: Ports): Promise<boolean> {
  const { id, asker, account, says } = made;
  const now = await stateOf(back.subject, await contextFor(account, place, ports));
  if (left !== undefined && fingerprint({ ...now, content: left }) !== fingerprint(now)) return false;
  const state = fingerprint(now);
  await ports.undos.put({ ...back, id, asker, account, says, state, expires: ports.clock() + offeredFor });
  return true;
}

/** The line that undoes a change, with the reason that approvers and the record want. */
const withReason = (words: string, { id, says }: Pick<Done, 'id' | 'says'>): string =>
  `${words} ${join([{ key: 'why', text: `Undoes request ${id}: ${says}`.slice(0, 500) }])}`;

const about = (start: string, text: Text): Part => note(start, ...[text].flat());

/** Beside the buttons that there are, if any. */
function withStep(answer: Answer, step: Step): Answer {
  const at = answer.findLastIndex(({ part }) => part === 'steps');
  if (at < 0) return [...answer, { part: 'steps', steps: [step] }];
  return answer.map((part, index) =>
    index === at && part.part === 'steps' ? { ...part, steps: [...part.steps.slice(0, 4), step] } : part,
  );
}

/**
 * Somebody wants a change undone: as if they had typed the line that does it, while it still fits. Several may look at
 * the preview; the first to confirm theirs uses it up.
 */
export async function takeUndo(job: DecisionMade, ports: Ports): Promise<Result> {
  const offered = await ports.undos.look(job.pending, job.id);
  if ('refused' in offered) return whisper(refusal(offered));
  const { undo } = offered;
  const asked = () => ask(undo, job, ports);
  if (!may('change', await personOf(job.place.person, ports), undo.account, ports.policy)) return asked();

  const now = await stateOf(undo.subject, await contextFor(undo.account, job.place, ports));
  const changed = changedSince(undo, now);
  return changed ? whisper(changed) : asked();
}

/** What to say where the subject of an Undo is no longer in the state in which the change left it. */
export const changedSince = ({ state, line: words }: Undo, now: State): Answer | undefined =>
  fingerprint(now) === state
    ? undefined
    : [
        failed('Somebody changed it since, so it cannot be undone with one click. Nothing was changed.'),
        about('', now.says),
        note('If you still want to, type: ', line(words)),
      ];

/**
 * Goes on with what was confirmed; of the previews of one Undo, for one alone. What surely changed nothing gives the
 * Undo back. What to say where somebody else had it is for `taken` to make a result of.
 */
export async function usingUp(
  { undoes }: Pending,
  job: DecisionMade,
  ports: Ports,
  { act, taken }: { act: (undo?: Undo) => Promise<Result>; taken: (answer: Answer) => Result },
): Promise<Result> {
  if (undoes === undefined) return act();
  const used = await ports.undos.use(undoes, job.place.person, job.id);
  if ('refused' in used) return taken(refusal(used));
  const result = await act(used.undo);
  const end = result.entries?.at(-1)?.event;
  return end === 'refused' || end === 'failed' ? { ...result, unused: undoes } : result;
}

/** The request goes the ordinary way, with the reason why. */
async function ask(undo: Undo, { kind: _, ...job }: DecisionMade, ports: Ports): Promise<Result> {
  const result = await perform(
    { ...job, kind: 'command', line: withReason(undo.line, undo) },
    ports,
    undo.id,
  );
  const { warns } = undo;
  if (!warns) return result;
  const warned = (answer: Answer): Answer => [warning(...[warns].flat()), ...answer];
  return {
    ...result,
    tellings: result.tellings.map((telling) =>
      'answer' in telling ? { ...telling, answer: warned(telling.answer) } : telling,
    ),
  };
}

const sentences = {
  unknown: 'This cannot be undone with one click any more.',
  expired: `This was offered for ${offeredFor / 60_000} minutes, which are over.`,
};

const refusal = (used: Exclude<Used, { undo: Undo }>): Answer => [
  used.refused === 'used'
    ? failed('This Undo was used by ', person(used.by), ' already. Nothing was changed by this click.')
    : failed(`${sentences[used.refused]} Nothing was changed.`),
];
