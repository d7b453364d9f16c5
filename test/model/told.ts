import type { Answer } from '../../src/answer/answer.ts';
import type { Change } from '../../src/change/model/change.ts';
import type { LeasePhase } from '../../src/change/model/lease.ts';
import type { StepOutcome } from '../../src/change/model/step.ts';
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

/** How the end of a step that ends by itself is told; undefined if a message doesn't tell it. */
export function toldOfEnd(answer: Answer): LeasePhase | undefined {
  const text = words(answer);
  if (text.includes('Outcome of its end unknown')) return 'unknown';
  if (text.includes('Not ended · ')) return 'left';
  return text.includes('Ended · ') ? 'ended' : undefined;
}
