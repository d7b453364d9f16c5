import * as z from 'zod';
import type { Policy } from '../../policy/policy.ts';
import { names } from './check-names.ts';
import { once } from './memoize.ts';
import { type Known, resolve } from './policy-people.ts';
import { Blocked, type Instruments, Obstacle, type SlackAnswer } from './probes.ts';

const identity = z.object({
  ok: z.literal(true),
  team_id: z.string(),
  team: z.string().default('?'),
  user: z.string().default('skydesk'),
  /** Id of the Enterprise Grid organization that the workspace belongs to. */
  enterprise_id: z.string().nullish(),
  /** True if the app is installed for the whole organization, not for one workspace. */
  is_enterprise_install: z.boolean().nullish(),
});

/** User and workspace that the token belongs to. */
export type Identity = z.infer<typeof identity>;

/** The probes, with cached results for those that several checks use. */
export interface Exam extends Instruments {
  /** Slack's response to `auth.test`, successful or not. */
  whoAmI(): Promise<SlackAnswer>;
  /** User and workspace of the token. Rejects with `Blocked` if the token does not work. */
  identity(): Promise<Identity>;
  /** The policy. Throws `Blocked` if policy.json has problems. */
  thePolicy(): Policy;
  /** The people and groups in the policy, looked up in Slack. */
  known(): Promise<Known>;
  login: Instruments['service']['login'];
}

export function begin(instruments: Instruments): Exam {
  const { slack, policy, service } = instruments;
  const whoAmI = once(() => slack.ask('auth.test'));
  const thePolicy = (): Policy => {
    if ('problems' in policy) throw new Blocked(names.policy);
    return policy.read;
  };
  const identityNow = async (): Promise<Identity> => {
    const answer = await whoAmI().catch((error: unknown) => {
      throw error instanceof Obstacle ? new Blocked(names.token) : error;
    });
    const { success, data } = identity.safeParse(answer.body);
    if (!success) throw new Blocked(names.token);
    return data;
  };
  return {
    ...instruments,
    whoAmI,
    identity: identityNow,
    thePolicy,
    known: once(async () => resolve(thePolicy(), (await identityNow()).team_id, slack)),
    login: once(service.login),
  };
}
