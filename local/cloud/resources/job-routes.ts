import { ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { timestamp } from '../store/cloud-store.ts';
import { type Job, type JobStatus, jobStatus } from '../store/job-status.ts';
import { findOwn } from './find-own.ts';

/* Job statuses. The response contains only the status, even after a failure (docs/cloud-api.md, Jobs). */

export const status = (call: Call): Reply => ok({ status: jobStatus(findJob(call), call.now) });

export function experimentalStatus(call: Call): Reply {
  const job = findJob(call);
  return ok(experimentalBody(job, jobStatus(job, call.now)));
}

const findJob = (call: Call): Job => findOwn(call, call.store.jobs, 'job');

/** Returns the additional fields of the experimental operation: the blueprint and, when it is done, its network. */
function experimentalBody({ account, startedAt, blueprint }: Job, status: JobStatus): object {
  if (!blueprint) return { status };
  const href = `/v2-experimental/networks/${account}/${blueprint.location}/${blueprint.network}`;
  return {
    requestType: 'blueprintOperation',
    status,
    summary: {
      blueprintId: 1,
      locationId: blueprint.location,
      ...(status === 'succeeded' ? { links: [{ rel: 'network', href, id: blueprint.network }] } : {}),
    },
    source: { userName: blueprint.userName, requestedAt: timestamp(startedAt) },
  };
}
