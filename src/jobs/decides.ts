import type { DecisionMade, QueuedJob } from '../queue/job.ts';

/** The decisions that only show a preview. All others take effect in steps. */
const previews: readonly DecisionMade['decision'][] = ['undo', 'undoDone', 'retryFailed'];

/** Whether a job carries out what a person decided, which they can't just repeat: a part of it may have taken effect. */
export const decides = (job: QueuedJob): boolean =>
  job.kind === 'vote' || (job.kind === 'decision' && !previews.includes(job.decision));
