import { parseCommand, requestOf } from '../command-line/parse-command.ts';
import { beginsSentences } from '../command-line/typed-line.ts';
import type { Clock } from '../core/clock.ts';
import type { PeopleDependencies } from '../evaluate/build-context.ts';
import { join } from '../operation/words.ts';
import type { Job, Sentence } from '../queue/job.ts';
import type { Said } from '../sentence/meaning.ts';
import { understand } from '../sentence/understand.ts';
import type { UnclearSentence } from './handle-command.ts';

/** A job whose sentence is read. */
export interface Meant {
  readonly job: Exclude<Job, Sentence> | UnclearSentence;
  /** The sentence, if the job is its command. */
  readonly said?: Said;
}

/**
 * Reads the sentence of a job: its command takes its place, and goes on as if it had been typed. A line that is no sentence gets the answer
 * that it would have had, and so does a command that exists.
 */
export async function meantBy(
  job: Job,
  { members, clock }: Pick<PeopleDependencies, 'members'> & { readonly clock: Clock },
): Promise<Meant> {
  if (job.kind !== 'sentence') return { job };
  const { line, ...base } = job;
  // If Slack can't be reached, a time of day is refused later, where its zone is looked up again.
  const zone = await members.timeZone(job.replyTo.person).catch(() => undefined);
  const meaning = understand(line, { now: clock(), zone: zone ?? 'UTC' });
  if (meaning && 'words' in meaning) {
    const parsed = parseCommand(join(meaning.words));
    return { job: { ...base, ...requestOf(parsed) }, said: meaning };
  }
  const typed = parseCommand(line);
  return meaning === undefined || (typed.kind === 'mistaken' && !beginsSentences(typed))
    ? { job: { ...base, ...requestOf(typed) } }
    : { job: { ...job, unclear: meaning } };
}
