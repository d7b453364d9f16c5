import { execute } from '../approvals/execute.ts';
import { review } from '../approvals/show-review.ts';
import { vote } from '../approvals/vote.ts';
import { fill } from '../commands/fill-form.ts';
import { handleCommand, type ValidatedJob } from '../commands/handle-command.ts';
import { handleDecision } from '../commands/handle-decision.ts';
import { help } from '../commands/parse/help.ts';
import { trackJob } from '../commands/track.ts';
import { home } from '../home/home-tab.ts';
import type { Ports } from '../requests/dependencies.ts';
import { type Result, whisper } from '../requests/result.ts';

/** The nine kinds of jobs, and what handles each. */
export async function dispatch(job: ValidatedJob, ports: Ports): Promise<Result> {
  switch (job.kind) {
    case 'command':
      return handleCommand(job, ports);
    case 'help':
      return whisper(help(job.words));
    case 'form':
      return fill(job, ports);
    case 'decision':
      return handleDecision(job, ports);
    case 'review':
      return review(job, ports);
    case 'vote':
      return vote(job, ports);
    case 'execute':
      return execute(job, ports);
    case 'follow':
      return trackJob(job, ports);
    case 'home':
      return home(job, ports);
  }
}
