import { type Answer, warning } from '../core/answer.ts';
import type { Undo } from '../core/undo.ts';
import { may } from '../policy/people.ts';
import { contextFor, personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { DecisionMade } from '../requests/job.ts';
import { readSnapshot } from '../requests/read-snapshot.ts';
import { type Result, whisper } from '../requests/result.ts';
import { changedSince, whyNotOffered } from '../undo/claim.ts';
import { undoLine } from '../undo/offer.ts';
import { answerTo, parseCommand } from './parse/parse-command.ts';
import { previewChange } from './preview-change.ts';

/**
 * Previews the change that undoes another, while it still fits, for a person who pressed Undo. Several may look at the
 * preview; the first to confirm theirs claims the Undo.
 */
export async function startUndo(job: DecisionMade, ports: Ports): Promise<Result> {
  const offered = await ports.undos.look(job.pending, job.id);
  if ('refused' in offered) return whisper(whyNotOffered(offered));
  const { undo } = offered;
  if (may('change', await personOf(job.place.person, ports), undo.account, ports.policy)) {
    const now = await readSnapshot(undo.subject, await contextFor(undo.account, job.place, ports));
    const changed = changedSince(undo, now);
    if (changed) return whisper(changed);
  }
  return previewUndo(undo, job, ports);
}

async function previewUndo(undo: Undo, job: DecisionMade, ports: Ports): Promise<Result> {
  const parsed = parseCommand(undoLine(undo.line, undo));
  if (parsed.kind !== 'prepared') return whisper(answerTo(parsed));
  const result = await previewChange(parsed.prepared, job, ports, undo.id);
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
