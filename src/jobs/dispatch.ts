import { failed } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import type { TypedKeyDependencies } from '../audit-log/typed-key.ts';
import { helpFor } from '../command-line/parse-command.ts';
import { type FormDependencies, fill } from '../commands/fill-form.ts';
import { handleCommand, type ValidatedJob } from '../commands/handle-command.ts';
import { type CommandDependencies, handleDecision } from '../commands/handle-decision.ts';
import { type HomeDependencies, home } from '../home/home-tab.ts';
import { dryRunSuggestion } from '../lifecycle/decide/dry-run-suggestion.ts';
import { review } from '../lifecycle/decide/show-review.ts';
import { castVote } from '../lifecycle/decide/vote.ts';
import { execute } from '../lifecycle/run/execute.ts';
import { trackJob } from '../lifecycle/run/track.ts';
import type { Names } from '../messaging/names.ts';
import type { KeyTyped } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';

/** The dependencies of all handlers. The queue, modals and the Home tab are reached only by results, through `deliver`. */
export type HandlerDependencies = CommandDependencies &
  FormDependencies &
  HomeDependencies &
  TypedKeyDependencies & {
    readonly names: Names;
  };

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
    case 'dryRun':
      return dryRunSuggestion(job, deps);
    case 'execute':
      return execute(job, deps);
    case 'track':
      return trackJob(job, deps);
    case 'home':
      return home(job, deps);
    case 'unknownAction':
      return ephemeral([failed(changedInNewVersion('button', 'Run the command again.'))]);
  }
}
