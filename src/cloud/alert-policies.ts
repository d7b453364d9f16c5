import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Call, Send } from './call.ts';
import { code, timeSpan } from './code.ts';
import { links } from './link-schema.ts';
import { isCloudApiError } from './model/cloud-error.ts';
import { listOf, partly } from './read-partly.ts';
import { type Removal, remove } from './removal.ts';

const schema = z.object({
  id: code,
  name: z.string(),
  actions: z.array(
    z.object({
      // The documentation knows no other action, so nobody knows what the settings of another one mean.
      action: z.string().check(z.regex(/^email$/i)),
      settings: z.object({ recipients: z._default(z.array(z.string()), []) }),
    }),
  ),
  triggers: z.array(z.object({ metric: code, duration: timeSpan, threshold: z.number() })),
  links,
});
const standIns = { name: unknown, actions: [], triggers: [] };
const policy = partly(schema, standIns);
const policies = z.object({ items: listOf(schema, { ...standIns, id: unknown }), links });
const assignment = partly(z.object({ id: code, links }), {});

/** Names are not unique (docs/cloud-api.md, Alert policies). */
export type AlertPolicy = z.infer<typeof policy>;
/** `id` is the id of the policy (docs/cloud-api.md, Alert policies of a server). */
export type AlertAssignment = z.infer<typeof assignment>;

export type ListedAlertPolicies = z.infer<typeof policies>;

/** The input of `create` and `update`. */
export type AlertPolicyDraft = Pick<AlertPolicy, 'name' | 'actions' | 'triggers'>;

/** Picks the members of a draft: an `AlertPolicy` is one as well, but has more. */
const bodyOf = ({ name, actions, triggers }: AlertPolicyDraft) => ({ name, actions, triggers });

/**
 * Returns the two possible paths for assigning a policy to a server: the documented one, and the one in the service's own links
 * (docs/cloud-api.md, Alert policies of a server). The second is tried if the first fails with 404 or 405.
 */
const assignmentPaths = (alias: string, serverId: string) =>
  [
    ['v2', 'servers', alias, serverId],
    ['v2', 'servers', alias, serverId, 'alertPolicies'],
  ] as const;

/** Returns the calls for alert policies (docs/cloud-api.md, Alert policies; docs/cloud-api.md, Alert policies of a server). */
export function alertPolicies(send: Send, alias: string) {
  const all = ['v2', 'alertPolicies', alias] as const;
  const get = (id: string): Promise<AlertPolicy> =>
    send({ method: 'GET', path: [...all, id], answer: policy });

  const listed = (): Promise<ListedAlertPolicies> => send({ method: 'GET', path: all, answer: policies });

  return {
    /** As `list`, with the links of the list. */
    listed,
    list: async (): Promise<AlertPolicy[]> => (await listed()).items,
    get,
    /**
     * Rejects as the change would, if what it changes has a link to check it (docs/cloud-api.md, Alert policies). Changes nothing.
     * @param of the policy to update; the list, for a new one
     */
    async check(
      of: Pick<AlertPolicy, 'links'> & { id?: string },
      inputOf: () => AlertPolicyDraft,
    ): Promise<void> {
      if (!of.links.some(({ rel }) => rel === 'alertPolicyCheck')) return;
      const query = { id: of.id, policy: JSON.stringify(bodyOf(inputOf())) };
      await send({ method: 'GET', path: [...all, 'check'], query, answer: z.unknown() });
    },
    create: (input: AlertPolicyDraft): Promise<AlertPolicy> =>
      send({ method: 'POST', path: all, input: bodyOf(input), answer: policy }),
    /** Replaces name, actions and triggers in full. */
    update: (id: string, input: AlertPolicyDraft): Promise<AlertPolicy> =>
      send({ method: 'PUT', path: [...all, id], input: bodyOf(input), answer: policy }),
    delete: (id: string): Promise<Removal> => remove(send, [...all, id]),
    async assign(serverId: string, policyId: string): Promise<AlertAssignment> {
      const [documented, linked] = assignmentPaths(alias, serverId);
      const input = { id: policyId };
      const put = { method: 'POST', input, answer: z.optional(assignment) } as const;
      const post = (call: Call<AlertAssignment | undefined>) =>
        send(call).then((assigned) => assigned ?? { ...input, links: [] });
      return post({ ...put, path: documented }).catch((first: unknown) => {
        if (!isCloudApiError(first) || (first.status !== 404 && first.status !== 405)) throw first;
        return post({ ...put, path: linked }).catch((second: unknown) => {
          throw isCloudApiError(second) && second.status === 405 ? first : second;
        });
      });
    },
    /** Also resolves to "already-absent" if the server does not exist, since the service answers 404 in both cases. */
    unassign: (serverId: string, policyId: string): Promise<Removal> =>
      remove(send, ['v2', 'servers', alias, serverId, 'alertPolicies', policyId]),
  };
}
