import { accepted, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';

/** Starts a job, and answers with a bare status link (docs/cloud-api.md, Jobs). `work` runs when the job succeeds. */
export function startJob({ store, settings, account, now }: Call, location: string, work: () => void): Reply {
  const id = `${location.toLowerCase()}-${firstJob + store.jobs.size}`;
  store.jobs.set(id, {
    id,
    account,
    startedAt: now,
    notStartedMs: settings.jobNotStartedMs,
    executingMs: settings.jobExecutingMs,
    outcome: settings.jobOutcome,
    work,
  });
  return accepted({ rel: 'status', href: `/v2/operations/${account.toLowerCase()}/status/${id}`, id });
}

const firstJob = 10_001;
