import { randomBytes } from 'node:crypto';
import { connect } from '../../src/cloud/index.ts';
import { credentialsOf, type LocalCloud } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';
import type { FaultSwitchId } from './fault-table.ts';
import type { LocalParts, LocalPolicy, LocalTime } from './local-parts.ts';

/** What a switch does. */
interface Effect {
  isOn(): boolean;
  /** What has come of it so far, as a sentence. */
  seen?(): string | undefined;
  set(on: boolean): Promise<void> | void;
}

/** What the switches of one part do, and how it gets back to the start beyond switching off the conditions. */
export interface PartEffects {
  readonly effects: Readonly<Partial<Record<FaultSwitchId, Effect>>>;
  reset(): void;
}

interface PlannedFault {
  readonly pending: boolean;
  cancel(): void;
}

const hourMs = 3_600_000;
const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

/** Happens at once, so it is never on. */
export const immediate = (act: () => Promise<void> | void): Effect => ({ isOn: () => false, set: act });

/** A fault that is planned until it is cancelled or used up. */
function planned(plan: () => PlannedFault): Effect {
  let fault: PlannedFault | undefined;
  const isOn = (): boolean => fault?.pending ?? false;
  return {
    isOn,
    set(on) {
      if (on === isOn()) return;
      fault?.cancel();
      fault = on ? plan() : undefined;
    },
  };
}

export const timeEffects = (time: LocalTime): PartEffects => ({
  effects: {
    'one-hour': immediate(() => time.pass(hourMs)),
    'eight-hours': immediate(() => time.pass(8 * hourMs)),
  },
  reset: () => time.reset(),
});

export function policyEffects(policy: LocalPolicy): PartEffects {
  let strict = false;
  const set = async (on: boolean): Promise<void> => {
    if (on === strict) return;
    await policy.set(on);
    strict = on;
  };
  // To switch the condition off puts the own policy back.
  return { effects: { 'strict-policy': { isOn: () => strict, set } }, reset() {} };
}

/** Passwords that are made up are added to `passwords`. */
export function cloudEffects(
  { control, quietUrl }: LocalCloud,
  { aws, login: { username, password: ownPassword, secretId } }: Pick<LocalParts, 'aws' | 'login'>,
  passwords: string[],
): PartEffects {
  /** Whether the cloud API has another password than Secrets Manager. */
  let passwordsDiffer = false;
  const newPassword = (): string => {
    const password = `rotated-${randomBytes(12).toString('base64url')}`;
    passwords.push(password);
    return password;
  };
  const changePassword = (password: string): void => {
    control.changePassword(username, password);
    control.expireTokens();
  };
  return {
    effects: {
      'slow-service': {
        isOn: () => control.faults().latencies['*'] === slowMs,
        set: (on) => control.latency(on ? slowMs : 0),
      },
      'service-errors': planned(() => control.fail({ how: 'internal', times: always })),
      'service-drops-before': planned(() => control.fail({ how: 'drop', times: always })),
      'service-drops-after': planned(() =>
        control.fail({ how: 'drop', after: true, changes: true, times: always }),
      ),
      'expired-token': immediate(() => control.expireTokens()),
      'password-rotated': immediate(() => {
        const password = newPassword();
        changePassword(password);
        aws.secrets.put(secretId, { username, password });
        passwordsDiffer = false;
      }),
      'changed-outside': immediate(() => changeOutside(quietUrl)),
      'password-at-service': {
        isOn: () => passwordsDiffer,
        set(on) {
          if (on === passwordsDiffer) return;
          changePassword(on ? newPassword() : JSON.parse(aws.secrets.get(secretId)).password);
          passwordsDiffer = on;
        },
      },
    },
    reset() {
      control.reset();
      passwordsDiffer = false;
      control.expireTokens();
      aws.secrets.put(secretId, { username, password: ownPassword });
    },
  };
}

/** What somebody does with another tool, under a login of their own. */
async function changeOutside(baseUrl: string): Promise<void> {
  const { firewall } = connect({ baseUrl, credentials: async () => credentialsOf('networkadmin') }).account(
    'ACME',
  );
  await firewall.create('de1', {
    source: ['10.77.0.0/24'],
    destination: ['10.95.131.0/24'],
    ports: ['tcp/22'],
    destinationAccount: 'ACME',
  });
  const [policy] = (await firewall.list('de1')).filter(
    ({ enabled, ports }) => enabled && !ports.includes('tcp/22'),
  );
  if (policy) await firewall.update('de1', policy.id, { enabled: false });
}

export const slackEffects = (slack: MountableSlack): PartEffects => ({
  effects: {
    'expired-trigger': planned(() =>
      slack.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' }),
    ),
    'slack-busy': planned(() => slack.fault({ method: '*', times: 1, retryAfter: 2 })),
    'slack-limits': {
      isOn: () => slack.rateLimits.isOn,
      set: (on) => slack.rateLimits.turn(on),
      seen: () => refusedSoFar(slack.rateLimits.refused),
    },
    'slack-down': planned(() => slack.fault({ method: '*', status: 503 })),
  },
  reset: () => slack.reset(),
});

/** "3 calls had to wait: chat.postMessage 2, chat.update 1." */
function refusedSoFar(refused: ReadonlyMap<string, number>): string | undefined {
  const counts = [...refused].map(([method, count]) => `${method} ${count}`);
  const calls = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return calls === 0
    ? undefined
    : `${calls} ${calls === 1 ? 'call' : 'calls'} had to wait: ${counts.join(', ')}.`;
}
