import type { Check, CheckResult } from '../../../src/health/probes/check.ts';
import type { Probes } from '../../../src/health/probes/probes.ts';
import { shareProbes } from '../../../src/health/probes/shared-probes.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';

const unused = () => Promise.reject(new Error('this test does not look there'));

type Body = Readonly<Record<string, unknown>>;

/** The findings of one check against these responses of Slack; nothing else exists. Slack's token is in order. */
export function foundBy(
  check: Check,
  answer: (method: string, input: Readonly<Record<string, string>>) => Body,
  {
    policy = defaults,
    environment = {},
    token = {},
  }: {
    readonly policy?: Policy;
    /** The advice on policy.json. */
    readonly environment?: Probes['environment'];
    /** Further members of the response of `auth.test`. */
    readonly token?: Body;
  } = {},
): Promise<readonly CheckResult[]> {
  const probes: Probes = {
    clock: () => 0,
    environment,
    policy: { read: policy },
    secrets: { signing: unused, token: unused, service: unused },
    slack: {
      async ask(method, input = {}) {
        const body = method === 'auth.test' ? { ok: true, team_id: 'T0', ...token } : answer(method, input);
        return { body, scopes: undefined, at: undefined };
      },
    },
    service: { login: unused, time: unused },
    mcp: undefined,
    queue: unused,
    table: unused,
  };
  return check.run(shareProbes(probes));
}
