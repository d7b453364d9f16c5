import type { ApprovedRunDependencies } from '../approvals/approval-dependencies.ts';
import { execute } from '../approvals/execute.ts';
import { review } from '../approvals/show-review.ts';
import { castVote } from '../approvals/vote.ts';
import type { TypedKeyDependencies } from '../audit-log/typed-key.ts';
import { helpFor } from '../command-line/parse-command.ts';
import { type FormDependencies, fill } from '../commands/fill-form.ts';
import { handleCommand, type ValidatedJob } from '../commands/handle-command.ts';
import { type CommandDependencies, handleDecision } from '../commands/handle-decision.ts';
import { trackJob } from '../commands/track.ts';
import { type HomeDependencies, home } from '../home/home-tab.ts';
import type { KeyTyped } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';

/** All that handlers can touch. What they return reaches the queue, modals and the Home tab through `deliver`. */
export type HandlerDependencies = CommandDependencies &
  FormDependencies &
  ApprovedRunDependencies &
  HomeDependencies &
  TypedKeyDependencies;

/** Calls the handler for the kind of a job. Rejects with the handler's errors. */
export async function dispatch(
  job: Exclude<ValidatedJob, KeyTyped>,
  deps: HandlerDependencies,
): Promise<Result> {
  switch (job.kind) {
    case 'command':
      return handleCommand(job, deps);
    case 'help':
      return ephemeral(helpFor(job.words, job.corrected, job.unclosed));
    case 'form':
      return fill(job, deps);
    case 'decision':
      return handleDecision(job, deps);
    case 'review':
      return review(job, deps);
    case 'vote':
      return castVote(job, deps);
    case 'execute':
      return execute(job, deps);
    case 'track':
      return trackJob(job, deps);
    case 'home':
      return home(job, deps);
  }
}
