import { HttpError, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { timestamp } from '../store/cloud-store.ts';
import { type Job, type JobStatus, jobStatus } from '../store/job-status.ts';

/** What became of a job: service-facts 2.1. The answer is the status and nothing else, also after a failure. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'operations.status',
    method: 'GET',
    path: '/v2/operations/:account/status/:job',
    needs: 'viewJobs',
    answer: (call) => ok({ status: jobStatus(findJob(call), call.now) }),
  },
  {
    name: 'operations.experimentalStatus',
    method: 'GET',
    path: '/v2-experimental/operations/:account/status/:job',
    needs: 'viewJobs',
    answer(call) {
      const job = findJob(call);
      return ok(experimentalBody(job, jobStatus(job, call.now)));
    },
  },
];

function findJob({ store, account, param }: Call): Job {
  const job = store.jobs.get(param('job').toLowerCase());
  if (job?.account !== account) throw new HttpError(notFound);
  return job;
}

/** The experimental operation says more about a blueprint, and where its network is once that is done. */
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
