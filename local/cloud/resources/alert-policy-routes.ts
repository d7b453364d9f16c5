import { list, number, object, oneOf, text, texts } from '../http/body-schema.ts';
import { linkFor } from '../http/link-verbs.ts';
import { created, HttpError, noContent, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { decimal } from '../http/wire-json.ts';
import type { AlertPolicy } from '../store/cloud-store.ts';

const isMail = (address: string): boolean => /^\S+@\S+$/.test(address);

/** The rules of interface.md §2.3. */
const policyIn = object({
  name: text,
  actions: list(
    object({
      action: oneOf(['email']),
      settings: object({
        recipients: texts.refine((all) => all.every(isMail), 'Each recipient must be an e-mail address.'),
      }),
    }),
  ),
  triggers: list(
    object({
      metric: oneOf(['cpu', 'memory', 'disk']),
      duration: oneOf(['00:05:00', '00:10:00', '00:15:00']),
      threshold: number.refine(
        (value) => value >= 5 && value <= 95 && value % 5 === 0,
        'The threshold must be between 5.0 and 95.0 and a multiple of 5.0.',
      ),
    }),
  ),
});

/** Alert policies: interface.md §4.2, service-facts 1.2. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'alertPolicies.create',
    method: 'POST',
    path: '/v2/alertPolicies/:account',
    needs: 'changeAlertPolicies',
    answer(call) {
      const policy = { id: call.store.random.hexId(), account: call.account, ...call.body(policyIn) };
      call.store.alertPolicies.set(policy.id, policy);
      return created(hrefOf(policy), policyBody(call, policy));
    },
  },
  {
    name: 'alertPolicies.list',
    method: 'GET',
    path: '/v2/alertPolicies/:account',
    needs: 'viewServers',
    answer(call) {
      const policies = [...call.store.alertPolicies.values()].filter(
        ({ account }) => account === call.account,
      );
      const href = `/v2/alertPolicies/${call.account.toLowerCase()}`;
      return ok({
        items: policies.map((policy) => policyBody(call, policy)),
        links: linkFor(
          call.caller,
          { rel: 'self', href },
          { GET: 'viewServers', POST: 'changeAlertPolicies' },
        ),
      });
    },
  },
  {
    name: 'alertPolicies.get',
    method: 'GET',
    path: '/v2/alertPolicies/:account/:policy',
    needs: 'viewServers',
    answer: (call) => ok(policyBody(call, findPolicy(call))),
  },
  {
    name: 'alertPolicies.update',
    method: 'PUT',
    path: '/v2/alertPolicies/:account/:policy',
    needs: 'changeAlertPolicies',
    answer(call) {
      const policy = Object.assign(findPolicy(call), call.body(policyIn));
      return ok(policyBody(call, policy));
    },
  },
  {
    name: 'alertPolicies.delete',
    method: 'DELETE',
    path: '/v2/alertPolicies/:account/:policy',
    needs: 'changeAlertPolicies',
    answer(call) {
      const { id } = findPolicy(call);
      call.store.alertPolicies.delete(id);
      for (const server of call.store.servers.values()) server.alertPolicyIds.delete(id);
      return call.settings.alertDeleteStatus === 200 ? { status: 200 } : noContent;
    },
  },
];

function findPolicy({ store, account, param }: Call): AlertPolicy {
  const policy = store.alertPolicies.get(param('policy').toLowerCase());
  if (policy?.account !== account) throw new HttpError(notFound);
  return policy;
}

/** Where an alert policy is, in lower case as in every link (service-facts 4, T1). */
export function hrefOf({ account, id }: AlertPolicy): string {
  return `/v2/alertPolicies/${account.toLowerCase()}/${id}`;
}

function policyBody({ caller }: Call, policy: AlertPolicy): object {
  return {
    id: policy.id,
    name: policy.name,
    actions: policy.actions,
    links: linkFor(
      caller,
      { rel: 'self', href: hrefOf(policy) },
      { GET: 'viewServers', DELETE: 'changeAlertPolicies', PUT: 'changeAlertPolicies' },
    ),
    triggers: policy.triggers.map((trigger) => ({ ...trigger, threshold: decimal(trigger.threshold) })),
  };
}
