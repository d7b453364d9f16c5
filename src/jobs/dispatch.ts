import { execute } from '../approvals/execute.ts';
import { review } from '../approvals/show-review.ts';
import { vote } from '../approvals/vote.ts';
import { fill } from '../commands/fill-form.ts';
import { handleCommand, type ValidatedJob } from '../commands/handle-command.ts';
import { handleDecision } from '../commands/handle-decision.ts';
import { help } from '../commands/parse/help.ts';
import { trackJob } from '../commands/track.ts';
import { home } from '../home/home-tab.ts';
import type { Dependencies } from '../requests/dependencies.ts';
import { ephemeral, type Result } from '../requests/result.ts';

/** The nine kinds of jobs, and what handles each. */
export async function dispatch(job: ValidatedJob, deps: Dependencies): Promise<Result> {
  switch (job.kind) {
    case 'command':
      return handleCommand(job, deps);
    case 'help':
      return ephemeral(help(job.words));
    case 'form':
      return fill(job, deps);
    case 'decision':
      return handleDecision(job, deps);
    case 'review':
      return review(job, deps);
    case 'vote':
      return vote(job, deps);
    case 'execute':
      return execute(job, deps);
    case 'follow':
      return trackJob(job, deps);
    case 'home':
      return home(job, deps);
  }
}
