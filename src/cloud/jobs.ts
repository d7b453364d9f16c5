import * as z from 'zod';
import type { Send } from './call.ts';
import { link } from './link-schema.ts';
import { type Link, lastSegment } from './model/link.ts';

/** Where to ask for the status of scheduled work; `id` is what `jobs.status` takes. */
export type JobLink = Link & { id: string };
export type JobPhase = 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';
export interface JobStatus {
  /** The service's own word. */
  status: string;
  phase: JobPhase;
}

const batch = z.tuple([z.unknown()]);
const wrapped = z.object({ links: z.array(z.looseObject({ rel: z.string() })) });
const operation = z.object({ operationId: z.string(), uri: z.string() });

/** Brings every shape in which the service tells of a job (service-facts §2.11) to that of a link. */
function statusLinkIn(body: unknown): unknown {
  const [only] = batch.safeParse(body).data ?? [];
  if (only !== undefined) return statusLinkIn(only);
  const links = wrapped.safeParse(body).data?.links;
  if (links) return links.find(({ rel }) => rel === 'status');
  const job = operation.safeParse(body).data;
  return job ? { rel: 'status', href: job.uri, id: job.operationId } : body;
}

/**
 * The link to a job: bare (service-facts T18), within `links`, alone in a batch array (T17), or an experimental
 * `{operationId, uri}` (T16).
 */
export const jobLink = z.preprocess(
  statusLinkIn,
  link.transform((each): JobLink => ({ ...each, id: each.id ?? lastSegment(each.path) })),
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

/** Jobs (service-facts §2.1): the answer is one word, with neither reason nor result (T15). */
export function jobs(send: Send, alias: string) {
  return {
    /** An id of 32 hex digits belongs to an experimental operation, any other to the stable interface. */
    async status(id: string): Promise<JobStatus> {
      const version = /^[0-9a-f]{32}$/i.test(id) ? 'v2-experimental' : 'v2';
      const path = [version, 'operations', alias, 'status', id];
      const { status } = await send({ method: 'GET', path, answer: z.object({ status: z.string() }) });
      return { status, phase: phases.get(status.toLowerCase()) ?? 'unknown' };
    },
  };
}
