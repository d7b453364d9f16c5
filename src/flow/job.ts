import { z } from 'zod';

const place = z.object({
  channel: z.string(),
  person: z.string(),
  responseUrl: z.string().optional(),
});
const base = { id: z.string().min(1), team: z.string(), place };

/** A line was typed, or a button that stands for one was pressed. */
const command = z.object({ ...base, kind: z.literal('command'), line: z.string() });

/** Somebody decided on a change that waits. */
const decision = z.object({
  ...base,
  kind: z.literal('decision'),
  decision: z.enum(['confirm', 'cancel']),
  pending: z.string(),
});

/** Time to look again at something the service accepted. */
const follow = z.object({
  ...base,
  kind: z.literal('follow'),
  operation: z.string(),
  account: z.string().optional(),
  watch: z.record(z.string(), z.string()),
  says: z.string(),
  message: z.object({ channel: z.string(), ts: z.string() }),
  /** Milliseconds since 1970. */
  since: z.number(),
  look: z.number().int().positive(),
});

/** Everything that the worker can be asked. */
export const job = z.discriminatedUnion('kind', [command, decision, follow]);

export type Job = z.infer<typeof job>;
export type Command = z.infer<typeof command>;
export type DecisionMade = z.infer<typeof decision>;
export type Follow = z.infer<typeof follow>;
