import * as z from 'zod/mini';
import { isTeamId, isUserId } from '../messaging/slack-ids.ts';

/**
 * What somebody asked through an agent, as the receiver proved it. Slack's signature proves the person; an API key is named by the hash of
 * its token, which the worker looks up. Only the receiver may send it, to a queue of its own.
 */
export const agentCall = z.object({
  /** Identical for all copies of a signed request, and for all requests with an `Idempotency-Key`. */
  id: z.string().check(z.minLength(1)),
  /** Names the place of the stored answer. Another one for each copy. */
  slot: z.string().check(z.minLength(1)),
  /** The time after which nobody waits for the answer. The call has no effect that begins after it. */
  until: z.number(),
  /** Whether it came with an `Idempotency-Key`. */
  isKeyed: z.boolean(),
  asker: z.union([
    z.object({ person: z.string().check(z.refine(isUserId)), team: z.string().check(z.refine(isTeamId)) }),
    z.object({ key: z.object({ person: z.string(), id: z.string(), hash: z.string() }) }),
  ]),
  /** A tool call, whose `given` arguments nobody has checked, or a line for the run endpoint. */
  asked: z.union([
    z.object({ tool: z.string().check(z.minLength(1)), given: z.unknown() }),
    z.object({ line: z.string() }),
  ]),
});

export type AgentCall = z.infer<typeof agentCall>;
