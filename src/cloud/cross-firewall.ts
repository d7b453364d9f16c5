import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { code, flag } from './code.ts';
import { createdLink } from './created.ts';
import { links } from './link-schema.ts';
import { listOf, partly } from './read-partly.ts';
import { type Removal, remove } from './removal.ts';

const schema = z.object({
  id: code,
  status: z.string(),
  enabled: z.optional(flag),
  sourceCidr: z.string(),
  sourceAccount: code,
  sourceLocation: code,
  destinationCidr: z.string(),
  destinationAccount: code,
  destinationLocation: code,
  links,
});
const standIns = {
  status: unknown,
  sourceCidr: unknown,
  sourceAccount: unknown,
  sourceLocation: unknown,
  destinationCidr: unknown,
  destinationAccount: unknown,
  destinationLocation: unknown,
};
const policy = partly(schema, standIns);
const policies = listOf(schema, { ...standIns, id: unknown });

/**
 * A new policy is pending, not active. Aliases and codes are in lower case
 * (docs/cloud-api.md, Firewall policies between data centers).
 */
export type CrossFirewallPolicy = z.infer<typeof policy>;

/** `enabled` is sent as a boolean, as in the published example and in known scripts. */
export interface CrossFirewallDraft extends Pick<CrossFirewallPolicy, 'sourceCidr' | 'destinationCidr'> {
  readonly enabled: boolean;
  readonly destinationAccountId: string;
  readonly destinationLocationId: string;
}

/** Returns the experimental calls (docs/cloud-api.md, Firewall policies between data centers). */
export function crossFirewall(send: Send, alias: string) {
  const all = (dataCenter: string) =>
    ['v2-experimental', 'crossDcFirewallPolicies', alias, dataCenter] as const;

  return {
    list: (dataCenter: string): Promise<CrossFirewallPolicy[]> =>
      send({ method: 'GET', path: all(dataCenter), answer: policies }),
    get: (dataCenter: string, id: string): Promise<CrossFirewallPolicy> =>
      send({ method: 'GET', path: [...all(dataCenter), id], answer: policy }),
    /**
     * The data center in the path is the source, contrary to the published documentation. Only the id is guaranteed, since an older
     * edition of that has only links in the response (docs/cloud-api.md, Firewall policies between data centers).
     */
    create: (sourceDataCenter: string, input: CrossFirewallDraft): Promise<Pick<CrossFirewallPolicy, 'id'>> =>
      send({
        method: 'POST',
        path: all(sourceDataCenter),
        input,
        answer: z.union([policy, createdLink]),
      }),
    /** Enables or disables a policy; nothing else can be changed. The value is sent in the query, without a body. */
    setEnabled: async (dataCenter: string, id: string, enabled: boolean): Promise<void> => {
      const query = { enabled: String(enabled) };
      await send({ method: 'PUT', path: [...all(dataCenter), id], query, answer: z.unknown() });
    },
    delete: (dataCenter: string, id: string): Promise<Removal> => remove(send, [...all(dataCenter), id]),
  };
}
