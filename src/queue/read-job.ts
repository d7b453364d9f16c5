import * as z from 'zod/mini';
import { job, type QueuedJob } from './job.ts';
import { messageVersion } from './message-version.ts';

const versioned = z.object({ v: z._default(z.int(), 1) });

/** Returns the job in the content of a message; undefined if a later version wrote it, or it can't be read. */
export function readJob(content: unknown): QueuedJob | undefined {
  const isKnown = (versioned.safeParse(content).data?.v ?? Number.POSITIVE_INFINITY) <= messageVersion;
  return isKnown ? job.safeParse(content).data : undefined;
}
