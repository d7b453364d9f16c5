import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { code } from './code.ts';
import { links } from './link-schema.ts';
import { ifFound } from './model/cloud-error.ts';
import { listOf, partly } from './read-partly.ts';
import { type Removal, remove } from './removal.ts';

const number = z.optional(z.number());
const schema = z.object({
  id: code,
  name: z.string(),
  resourceType: z.optional(z.string()),
  thresholdPeriodMinutes: number,
  scaleUpIncrement: number,
  range: z._default(z.object({ min: number, max: number }), {}),
  scaleUpThreshold: number,
  scaleDownThreshold: number,
  scaleDownWindow: z._default(z.object({ start: z.optional(z.string()), end: z.optional(z.string()) }), {}),
  links,
});
const standIns = { name: unknown };
const policy = partly(schema, standIns);
const policies = listOf(schema, { ...standIns, id: unknown });
const assignment = partly(z.object({ id: code, links }), {});

/** `range` in CPUs, thresholds in percent, the window as HH:MM in UTC; what can't be read is undefined. */
export type AutoscalePolicy = z.infer<typeof policy>;
/** `id` is the id of the policy. */
export type AutoscaleAssignment = z.infer<typeof assignment>;

/** Returns the calls for vertical (CPU) autoscale policies (docs/cloud-api.md, Autoscale policies). */
export function autoscalePolicies(send: Send, alias: string) {
  const all = ['v2', 'autoscalePolicies', alias] as const;
  const on = (serverId: string) => ['v2', 'servers', alias, serverId, 'cpuAutoscalePolicy'] as const;

  return {
    list: (): Promise<AutoscalePolicy[]> => send({ method: 'GET', path: all, answer: policies }),
    get: (id: string): Promise<AutoscalePolicy> =>
      send({ method: 'GET', path: [...all, id], answer: policy }),
    set: async (serverId: string, policyId: string): Promise<AutoscaleAssignment> => {
      const input = { id: policyId };
      const answer = z.optional(assignment);
      return (await send({ method: 'PUT', path: on(serverId), input, answer })) ?? { ...input, links: [] };
    },
    /**
     * Resolves to undefined if no policy is set, for which the service returns an empty 404
     * (docs/cloud-api.md, Autoscale policies). An unknown server gives an equal 404; `servers.get` distinguishes the two.
     */
    view: (serverId: string): Promise<AutoscaleAssignment | undefined> =>
      ifFound(send({ method: 'GET', path: on(serverId), answer: assignment })),
    remove: (serverId: string): Promise<Removal> => remove(send, on(serverId)),
  };
}
