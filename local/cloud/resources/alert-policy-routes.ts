import { list as listOf, number, object, oneOf, text, texts } from '../http/body-schema.ts';
import { linksFor } from '../http/link-verbs.ts';
import { created, noContent, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { decimal } from '../http/wire-json.ts';
import type { AlertPolicy } from '../store/cloud-store.ts';
import { allOwn, findOwn } from './find-own.ts';

const isMail = (address: string): boolean => /^\S+@\S+$/.test(address);

/** The documented rules for values (docs/cloud-api.md, Alert policies). */
const policyIn = object({
  name: text,
  actions: listOf(
    object({
      action: oneOf(['email']),
      settings: object({
        recipients: texts.refine((all) => all.every(isMail), 'Each recipient must be an e-mail address.'),
      }),
    }),
  ),
  triggers: listOf(
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

/* The operations (docs/cloud-api.md, Alert policies). */

export function create(call: Call): Reply {
  const policy = { id: call.store.random.hexId(), account: call.account, ...call.body(policyIn) };
  call.store.alertPolicies.set(policy.id, policy);
  return created(hrefOf(policy), policyBody(call, policy));
}

export function list(call: Call): Reply {
  const href = `/v2/alertPolicies/${call.account.toLowerCase()}`;
  return ok({
    items: allOwn(call, call.store.alertPolicies).map((policy) => policyBody(call, policy)),
    links: linksFor(call.caller, [['self', href, { GET: 'viewServers', POST: 'changeAlertPolicies' }]]),
  });
}

export const get = (call: Call): Reply => ok(policyBody(call, findPolicy(call)));

export function update(call: Call): Reply {
  const policy = Object.assign(findPolicy(call), call.body(policyIn));
  return ok(policyBody(call, policy));
}

export function remove(call: Call): Reply {
  const { id } = findPolicy(call);
  call.store.alertPolicies.delete(id);
  for (const server of call.store.servers.values()) server.alertPolicyIds.delete(id);
  return noContent;
}

const findPolicy = (call: Call): AlertPolicy => findOwn(call, call.store.alertPolicies, 'policy');

/** Returns the path of an alert policy, in lower case as in other links (docs/cloud-api.md, Links). */
export function hrefOf({ account, id }: AlertPolicy): string {
  return `/v2/alertPolicies/${account.toLowerCase()}/${id}`;
}

function policyBody({ caller }: Call, policy: AlertPolicy): object {
  return {
    id: policy.id,
    name: policy.name,
    actions: policy.actions,
    links: linksFor(caller, [
      [
        'self',
        hrefOf(policy),
        { GET: 'viewServers', DELETE: 'changeAlertPolicies', PUT: 'changeAlertPolicies' },
      ],
    ]),
    triggers: policy.triggers.map((trigger) => ({ ...trigger, threshold: decimal(trigger.threshold) })),
  };
}
