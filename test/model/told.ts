import type { Answer } from '../../src/answer/answer.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { StepEnd, StepOutcome } from '../../src/change/model/step.ts';
import { words } from '../unit/memory.ts';

/** What a message is about, and which of its workers sent it. */
export interface Told {
  readonly answer: Answer;
  /** Whether it is a new message. An edit shows what is stored, and notifies nobody. */
  readonly isNew: boolean;
  /** The worker that sent it: its kind and its job. */
  readonly by: string;
}

/** The outcome of a step that a message tells; undefined if it tells none. */
export function toldOfStep(
  answer: Answer,
  { steps }: Pick<Change, 'steps'>,
  server: string,
): StepOutcome['kind'] | undefined {
  if (steps.length > 1) return listedOutcome(answer, server.toUpperCase());
  const text = words(answer);
  if (/Overdue|Ends soon|may still take effect/.test(text) || toldOfEnd(answer)) return undefined;
  if (/outcome (is )?unknown/i.test(text)) return 'unknown';
  if (/Nothing was changed/.test(text)) return 'failed';
  return answer.some((part) => part.kind === 'notice' && part.tone === 'done') ? 'done' : undefined;
}

/** The outcome of a step in the list of all steps. */
function listedOutcome(answer: Answer, name: string): StepOutcome['kind'] | undefined {
  const listed = answer.flatMap((part) => (part.kind === 'tasks' ? part.tasks : []));
  const task = listed.find(({ title }) => title.startsWith(name));
  if (task?.state === 'done') return 'done';
  if (task?.state !== 'failed') return undefined;
  return task.title.includes('Outcome unknown') ? 'unknown' : 'failed';
}

/** How it is told that a step was ended or undone by itself; undefined if a message doesn't tell it. */
export function toldOfEnd(answer: Answer, server = ''): StepEnd['phase'] | undefined {
  const lines = answer.flatMap((part) => (part.kind === 'notice' ? [words(part.text)] : []));
  const text = lines.filter((line) => line.includes(server.toUpperCase())).join();
  if (text.includes('Outcome of its end unknown')) return 'unknown';
  if (/Not (ended|undone) · /.test(text)) return 'left';
  return /(Ended|Undone) · /.test(text) ? 'ended' : undefined;
}
