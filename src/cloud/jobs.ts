import * as z from 'zod/mini';
import type { Send } from './call.ts';
import { link, linkIn } from './link-schema.ts';
import { type Link, lastSegment } from './model/link.ts';

/** Link to the status of a job. Pass `id` to `jobs.status`. */
export interface JobLink extends Link {
  readonly id: string;
}
/** The meaning of a status; `unknown` for the status `unknown`, and for one that this client does not know. */
type JobPhase = 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';
export interface JobStatus {
  /** The status as the service spells it. */
  readonly status: string;
  readonly phase: JobPhase;
}

const batch = z.tuple([z.unknown()]);
const wrapped = z.object({ links: z.array(z.unknown()) });
const operation = z.object({ operationId: z.string(), uri: z.string() });

/** Converts every shape of a job in a response (docs/cloud-api.md, Jobs) to that of a link. */
function statusLinkIn(body: unknown): unknown {
  const [only] = batch.safeParse(body).data ?? [];
  if (only !== undefined) return statusLinkIn(only);
  const links = wrapped.safeParse(body).data?.links;
  if (links) return linkIn(links, 'status');
  const job = operation.safeParse(body).data;
  return job ? { rel: 'status', href: job.uri, id: job.operationId } : body;
}

/**
 * The link to a job: bare, within `links`, alone in a batch array, or an experimental `{operationId, uri}`
 * (docs/cloud-api.md, Jobs).
 */
export const jobLink = z.pipe(
  z.transform(statusLinkIn),
  z.pipe(
    link,
    z.transform((status): JobLink => ({ ...status, id: status.id ?? lastSegment(status.path) })),
  ),
);

const phases = new Map<string, JobPhase>([
  ['notstarted', 'queued'],
  ['queued', 'queued'],
  ['executing', 'running'],
  ['running', 'running'],
  ['resumed', 'running'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
]);

/** Returns the call for background jobs. Its response is a status without reason or result (docs/cloud-api.md, Jobs). */
export function jobs(send: Send, alias: string) {
  return {
    /** An id of 32 hex digits belongs to the experimental API, any other to the stable one. */
    async status(id: string): Promise<JobStatus> {
      const version = /^[0-9a-f]{32}$/i.test(id) ? 'v2-experimental' : 'v2';
      const path = [version, 'operations', alias, 'status', id];
      const { status } = await send({ method: 'GET', path, answer: z.object({ status: z.string() }) });
      return { status, phase: phases.get(status.trim().toLowerCase()) ?? 'unknown' };
    },
  };
}
