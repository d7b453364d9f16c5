import * as z from 'zod/mini';
import { memoize } from '../../core/memoize.ts';
import type { Policy } from '../../policy/policy.ts';
import { checkNames } from './check-names.ts';
import { type KnownPeople, resolve } from './policy-people.ts';
import { orSkipped, type Probes, Skipped, type SlackResponse } from './probes.ts';

const identity = z.object({
  ok: z.literal(true),
  team_id: z.string(),
  team: z._default(z.string(), '?'),
  user: z._default(z.string(), 'skydesk'),
  /** Id of the Enterprise Grid organization that the workspace belongs to. */
  enterprise_id: z.nullish(z.string()),
  /** True if the app is installed for the whole organization, not for one workspace. */
  is_enterprise_install: z.nullish(z.boolean()),
});

/** User and workspace that the token belongs to. */
export type Identity = z.infer<typeof identity>;

/** The probes, with cached results if several checks use them. */
export interface SharedProbes extends Probes {
  /** Returns Slack's response to `auth.test`, successful or not. */
  authTest(): Promise<SlackResponse>;
  /** Returns the user and the workspace of the token. Rejects with `Skipped` if the token does not work. */
  identity(): Promise<Identity>;
  /** Returns the policy. Throws `Skipped` if policy.json has problems. */
  validPolicy(): Policy;
  /** Returns the people and groups in the policy, looked up in Slack. */
  known(): Promise<KnownPeople>;
  login: Probes['service']['login'];
}

/** Caches the results that several checks use, so that each health check makes each call once. */
export function shareProbes(probes: Probes): SharedProbes {
  const { slack, policy, service } = probes;
  const whoAmI = memoize(() => slack.ask('auth.test'));
  const thePolicy = (): Policy => {
    if ('problems' in policy) throw new Skipped(checkNames.policy);
    return policy.read;
  };
  const identityNow = async (): Promise<Identity> => {
    const { body } = await orSkipped(whoAmI(), checkNames.token);
    const { success, data } = identity.safeParse(body);
    if (!success) throw new Skipped(checkNames.token);
    return data;
  };
  return {
    ...probes,
    authTest: whoAmI,
    identity: identityNow,
    validPolicy: thePolicy,
    known: memoize(async () => resolve(thePolicy(), (await identityNow()).team_id, slack)),
    login: memoize(service.login),
  };
}
