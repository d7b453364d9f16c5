import * as z from 'zod/mini';
import { readPortRange } from '../network/port-range.ts';
import type { Send } from './call.ts';
import { createdLink } from './created.ts';
import { links } from './link-schema.ts';
import { type Removal, remove } from './removal.ts';
import { cidr, some } from './schema-rules.ts';

const policy = z.object({
  id: z.string(),
  status: z.string(),
  enabled: z.boolean(),
  source: z._default(z.array(z.string()), []),
  destination: z._default(z.array(z.string()), []),
  destinationAccount: z.optional(z.string()),
  ports: z._default(z.array(z.string()), []),
  links,
});

/** service-facts §2.2. `status` is pending, active or error; a new policy is pending, not active (T29). */
export type FirewallPolicy = z.infer<typeof policy>;

const portsMessage = 'must be any, icmp, tcp/N, udp/N, tcp/N-M or udp/N-M with ports from 0 to 65535';
const ports = z
  .pipe(
    z.string(),
    z.transform((text) => text.toLowerCase()),
  )
  .check(
    z.refine((text) => {
      if (text === 'any' || text === 'icmp') return true;
      const range = readPortRange(text);
      return (
        range !== undefined && range.from <= (range.to ?? range.from) && (range.to ?? range.from) <= 65535
      );
    }, portsMessage),
  );

const draft = z.object({
  destinationAccount: z.optional(z.string()),
  source: some(cidr),
  destination: some(cidr),
  ports: some(ports),
  enabled: z.optional(z.boolean()),
});
const change = z
  .partial(z.omit(draft, { destinationAccount: true }))
  .check(
    z.refine((given) => Object.values(given).some((value) => value !== undefined), 'must change something'),
  );

/** interface.md §4.9. Ports: any, icmp, tcp/N, udp/N-M; ranges in CIDR notation. */
export type FirewallDraft = z.input<typeof draft>;
/** At least one of the fields; each replaces the whole list. */
export type FirewallChange = z.input<typeof change>;

/** Firewall policies inside one data center (interface.md §4.9, service-facts §2.2). Experimental API. */
export function firewall(send: Send, alias: string) {
  const all = (dataCenter: string) => ['v2-experimental', 'firewallPolicies', alias, dataCenter] as const;

  return {
    list: (dataCenter: string): Promise<FirewallPolicy[]> =>
      send({ method: 'GET', path: all(dataCenter), answer: z.array(policy) }),
    get: (dataCenter: string, id: string): Promise<FirewallPolicy> =>
      send({ method: 'GET', path: [...all(dataCenter), id], answer: policy }),
    /** Without `destinationAccount`, the destination is in the same account. */
    create: (dataCenter: string, input: FirewallDraft): Promise<{ id: string; path: string }> =>
      send({ method: 'POST', path: all(dataCenter), input, rules: draft, answer: createdLink }),
    update: async (dataCenter: string, id: string, input: FirewallChange): Promise<void> => {
      await send({
        method: 'PUT',
        path: [...all(dataCenter), id],
        input,
        rules: change,
        answer: z.unknown(),
      });
    },
    delete: (dataCenter: string, id: string): Promise<Removal> => remove(send, [...all(dataCenter), id]),
  };
}
