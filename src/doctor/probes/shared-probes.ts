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
  /** The organization of Enterprise Grid that the workspace is part of. */
  enterprise_id: z.string().nullish(),
  /** The app is installed for the whole organization, not for one workspace. */
  is_enterprise_install: z.boolean().nullish(),
});

/** Who the token belongs to. */
export type Identity = z.infer<typeof identity>;

/** The instruments, with what several checks ask for asked once. */
export interface Exam extends Instruments {
  /** Slack's answer to who the token is, good or bad. */
  whoAmI(): Promise<SlackAnswer>;
  /** The same once the token is known to work; else rejects with `Blocked`. */
  identity(): Promise<Identity>;
  /** Rejects with `Blocked` where policy.json cannot be read. */
  thePolicy(): Policy;
  /** Whom the policy's ids stand for. */
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
