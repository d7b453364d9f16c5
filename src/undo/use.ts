import { type Answer, failed, line, note, person, warning } from '../core/answer.ts';
import type { Pending } from '../core/pending-change.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Undo, Used } from '../core/undo.ts';
import { may } from '../policy/people.ts';
import { contextFor, personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { Command, DecisionMade } from '../requests/job.ts';
import { fingerprint, readSnapshot } from '../requests/read-snapshot.ts';
import { type Result, whisper } from '../requests/result.ts';
import { about, offeredFor, withReason } from './offer.ts';

/** Shows what a line would change; `undoes` is the id of the request that it undoes. */
type Preview = (command: Command, ports: Ports, undoes: string) => Promise<Result>;

/**
 * Somebody wants a change undone: as if they had typed the line that does it, while it still fits. Several may look at
 * the preview; the first to confirm theirs uses it up.
 */
export async function takeUndo(job: DecisionMade, ports: Ports, preview: Preview): Promise<Result> {
  const offered = await ports.undos.look(job.pending, job.id);
  if ('refused' in offered) return whisper(refusal(offered));
  const { undo } = offered;
  const asked = () => ask(undo, job, ports, preview);
  if (!may('change', await personOf(job.place.person, ports), undo.account, ports.policy)) return asked();

  const now = await readSnapshot(undo.subject, await contextFor(undo.account, job.place, ports));
  const changed = changedSince(undo, now);
  return changed ? whisper(changed) : asked();
}

/** What to say where the subject of an Undo is no longer in the state in which the change left it. */
export const changedSince = ({ state, line: words }: Undo, now: Snapshot): Answer | undefined =>
  fingerprint(now) === state
    ? undefined
    : [
        failed('Somebody changed it since, so it cannot be undone with one click. Nothing was changed.'),
        about('', now.description),
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
async function ask(
  undo: Undo,
  { kind: _, ...job }: DecisionMade,
  ports: Ports,
  preview: Preview,
): Promise<Result> {
  const result = await preview(
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
