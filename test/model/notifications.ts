import type { Answer } from '../../src/answer/answer.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { Step, StepEnd, StepOutcome } from '../../src/change/model/step.ts';
import { phraseIn } from '../../src/change/words/lead.ts';
import { asState, objectOf } from '../../src/operation/phrase.ts';
import { words } from '../support/in-memory/memory.ts';
import { says } from '../support/message-words.ts';
import type { Actor } from './actor.ts';

/** A message, and the worker that sent it. */
export interface Notification {
  readonly answer: Answer;
  /** Whether it is a new message. An edit shows the stored state, and notifies nobody. */
  readonly isNew: boolean;
  /** The worker that sent it: its kind and its job. */
  readonly by: string;
  /** The message's timestamp in Slack. */
  readonly ts: string;
  readonly actor: Pick<Actor, 'isHindered'>;
}

/** Whether a job belongs to a change: to the click that confirmed it, to its steps, or to their ends. */
const isJobOf = (job: string, change: string): boolean =>
  /^(?:click-|end-|rollback-)?([^.:]+)/.exec(job)?.[1] === change;

/** The outcome of a step in a message; undefined if it has none, or is about another change. */
export function notifiedOutcome(
  { answer, by }: Pick<Notification, 'answer' | 'by'>,
  { id, steps }: Pick<Change, 'id' | 'steps'>,
  { title, target }: Pick<Step, 'title' | 'target'>,
): StepOutcome['kind'] | undefined {
  if (!isJobOf(by, id)) return undefined;
  if (steps.length > 1) return listedOutcome(answer, [title, target?.name ?? title]);
  // A phone also says how it stands by now, if the result comes late.
  const text = words(answer.filter(({ kind }) => kind !== 'push'));
  const isOfEnd = says(text, 'overdue') || says(text, 'ends soon') || notifiedEnd(answer) !== undefined;
  if (isOfEnd || says(text, 'may still come')) return undefined;
  // If an end can't be moved, the reason may be that its own outcome is unknown.
  if (says(text, 'nothing was changed')) return 'failed';
  if (says(text, 'unknown') || says(text, 'unknown before')) return 'unknown';
  const isDone = (part: Answer[number]): boolean =>
    (part.kind === 'notice' || part.kind === 'item') && (part.tone === 'done' || part.tone === 'open');
  return answer.some(isDone) || says(text, 'does not end') ? 'done' : undefined;
}

/** The outcome of a step in the list of all steps, by its title or its target. At the end, one line has all that are done. */
function listedOutcome(answer: Answer, names: readonly string[]): StepOutcome['kind'] | undefined {
  const listed = answer.flatMap((part) => (part.kind === 'tasks' ? part.tasks : []));
  const isNamedIn = (title: string): boolean =>
    names.some((name) => title.startsWith(name) || title.split(/, | and /).includes(name));
  const task = listed.find(({ title }) => isNamedIn(title));
  if (task?.state === 'done') return 'done';
  if (task?.state !== 'failed') return undefined;
  return says(task.title, 'unknown') ? 'unknown' : 'failed';
}

/** The end of a step in a message, by time or by an undo; undefined if the message doesn't have it. Without a step, of any. */
export function notifiedEnd(
  answer: Answer,
  step?: Pick<Step, 'title' | 'phrase'>,
): StepEnd['phase'] | undefined {
  const lines = answer.flatMap((part) =>
    part.kind === 'notice' || part.kind === 'item' ? [words(part.text)] : [],
  );
  const names = step ? [step.title, objectOf(asState(phraseIn(step)))] : [''];
  const text = lines.filter((line) => names.some((name) => line.includes(name))).join();
  if (says(text, 'end unknown')) return 'unknown';
  if (says(text, 'nothing to end')) return 'over';
  if (says(text, 'not ended')) return 'skipped';
  return says(text, 'ended') ? 'ended' : undefined;
}
