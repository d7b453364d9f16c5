import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { code, flag, texts } from './code.ts';
import { createdLink } from './created.ts';
import type { DataCenter } from './data-centers.ts';
import { links } from './link-schema.ts';
import { isUnread } from './model/partly.ts';
import { listOf, partly } from './read-partly.ts';
import { type Removal, remove } from './removal.ts';

const schema = z.object({
  id: code,
  status: z.string(),
  enabled: z.optional(flag),
  source: texts,
  destination: texts,
  destinationAccount: z.optional(code),
  ports: texts,
  links,
});
// A policy without one of the lists doesn't say what it allows.
const standIns = { status: unknown, source: [], destination: [], ports: [] };
const policy = partly(schema, standIns);
const policies = listOf(schema, { ...standIns, id: unknown });

/**
 * `status` is pending, active or error; a new policy is pending, not active
 * (docs/cloud-api.md, Firewall policies inside a data center).
 */
export type FirewallPolicy = z.infer<typeof policy>;

type Rule = Pick<FirewallPolicy, 'source' | 'destination' | 'ports'>;

/** Ports: any, icmp, tcp/N, udp/N-M, in lower case; ranges in CIDR notation. None of the lists may be empty. */
export type FirewallDraft = Rule & Partial<Pick<FirewallPolicy, 'enabled' | 'destinationAccount'>>;
/** At least one of the fields; each replaces the whole list. */
export type FirewallChange = Partial<Rule & Pick<FirewallPolicy, 'enabled'>>;

/** Adds the account's own alias to a policy without a destination account, unless what it says there can't be read. */
const into = (alias: string, read: FirewallPolicy): FirewallPolicy =>
  isUnread(read, 'destinationAccount')
    ? read
    : { ...read, destinationAccount: read.destinationAccount || code.parse(alias) };

/** Returns the experimental calls (docs/cloud-api.md, Firewall policies inside a data center). */
export function firewall(send: Send, alias: string) {
  const all = (dataCenter: string) => ['v2-experimental', 'firewallPolicies', alias, dataCenter] as const;

  return {
    list: async (dataCenter: string): Promise<FirewallPolicy[]> =>
      (await send({ method: 'GET', path: all(dataCenter), answer: policies })).map((read) =>
        into(alias, read),
      ),
    get: async (dataCenter: string, id: string): Promise<FirewallPolicy> =>
      into(alias, await send({ method: 'GET', path: [...all(dataCenter), id], answer: policy })),
    /** Without `destinationAccount`, the destination is in the account itself. */
    create: (dataCenter: string, input: FirewallDraft): Promise<{ id: string; path: string }> =>
      send({ method: 'POST', path: all(dataCenter), input, answer: createdLink }),
    update: async (dataCenter: string, id: string, input: FirewallChange): Promise<void> => {
      await send({ method: 'PUT', path: [...all(dataCenter), id], input, answer: z.unknown() });
    },
    delete: (dataCenter: string, id: string): Promise<Removal> => remove(send, [...all(dataCenter), id]),
    /**
     * Rejects as the change would, if the data center has a link to check it (docs/cloud-api.md, Firewall policies inside a data
     * center). Changes nothing.
     * @param method `POST` creates a policy, `PUT` and `DELETE` change the one with this id
     */
    async check(
      { id: dataCenter, links }: Pick<DataCenter, 'id' | 'links'>,
      method: 'POST' | 'PUT' | 'DELETE',
      id: string | undefined,
      { source, destination, ports, enabled, destinationAccount }: Partial<FirewallDraft> = {},
    ): Promise<void> {
      if (!links.some(({ rel }) => rel === 'firewallPolicyCheck')) return;
      const lists = { source: source?.join(), destination: destination?.join(), ports: ports?.join() };
      const query = { method, id, ...lists, enabled: enabled?.toString(), destinationAccount };
      await send({ method: 'GET', path: [...all(dataCenter), 'check'], query, answer: z.unknown() });
    },
  };
}
