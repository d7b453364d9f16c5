import { randomBytes } from 'node:crypto';
import { connect } from '../../src/cloud/index.ts';
import type { Lambda } from '../aws/index.ts';
import { credentialsOf, type LocalCloud } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';
import type { FaultSwitch } from './inspector-types.ts';
import type { LocalParts, LocalPolicy, LocalTime } from './local-parts.ts';

/** A fault that can be injected: how the page shows it, and what its switch does. */
export interface Fault extends Pick<FaultSwitch, 'id' | 'kind' | 'name' | 'description'> {
  isOn(): boolean;
  /** Describes the effects so far, in a sentence. */
  seen?(): string | undefined;
  set(on: boolean): Promise<void> | void;
}

/** The faults of one part, as the page lists them, and how the part gets back to the start beyond switching off the conditions. */
export interface FaultsOfPart {
  readonly part: FaultSwitch['part'];
  readonly faults: readonly Fault[];
  reset(): void;
}

interface PlannedFault {
  readonly pending: boolean;
  cancel(): void;
}

const hourMs = 3_600_000;
const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

/** Creates an effect that happens at once, so its switch is never on. */
const atOnce = (act: () => Promise<void> | void) => ({ kind: 'event', isOn: () => false, set: act }) as const;

/** Planned until it is cancelled or used up. */
function planned(plan: () => PlannedFault): Pick<Fault, 'isOn' | 'set'> {
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

export const timeFaults = (time: LocalTime): FaultsOfPart => ({
  part: 'time',
  faults: [
    {
      id: 'one-hour',
      name: 'Let 1 hour pass',
      description:
        'The clock of Slack, the cloud API, Skydesk and its table moves on, and the sweeper runs. Approvers are reminded, previews and Undo expire.',
      ...atOnce(() => time.pass(hourMs)),
    },
    {
      id: 'eight-hours',
      name: 'Let 8 hours pass',
      description: 'As above, eight times. Requests that nobody approved expire.',
      ...atOnce(() => time.pass(8 * hourMs)),
    },
  ],
  reset: () => time.reset(),
});

export function policyFaults(policy: LocalPolicy): FaultsOfPart {
  let strict = false;
  return {
    part: 'policy',
    faults: [
      {
        id: 'strict-policy',
        kind: 'condition',
        name: 'A stricter policy',
        description:
          'Vic can only read, Ana and the approvers can change, and only Ben and Cora can approve. Every firewall change needs an approval. Ana can approve her own request in an emergency (break-glass).',
        isOn: () => strict,
        async set(on) {
          if (on === strict) return;
          await policy.set(on);
          strict = on;
        },
      },
    ],
    // Switching the condition off restores the original policy.
    reset() {},
  };
}

/** Adds the passwords that it generates to `passwords`. */
export function cloudFaults(
  { control, quietUrl }: LocalCloud,
  { aws, login: { username, password: ownPassword, secretId } }: Pick<LocalParts, 'aws' | 'login'>,
  passwords: string[],
): FaultsOfPart {
  /** Whether the passwords of the cloud API and Secrets Manager differ. */
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
    part: 'service',
    faults: [
      {
        id: 'slow-service',
        kind: 'condition',
        name: 'Slow responses',
        description:
          'Each response of the cloud API takes 4 seconds. Commands are still acknowledged at once; their answers come later.',
        isOn: () => control.faults().latencies['*'] === slowMs,
        set: (on) => control.latency(on ? slowMs : 0),
      },
      {
        id: 'service-errors',
        kind: 'condition',
        name: 'HTTP 500 errors',
        description:
          'The cloud API responds to every call with 500. Reads are tried three times. After a failed read nothing was changed; after a failed change the outcome is unknown.',
        ...planned(() => control.fail({ how: 'internal', times: always })),
      },
      {
        id: 'service-drops-before',
        kind: 'condition',
        name: 'Dropped connections',
        description:
          'The cloud API closes the connection before it does anything. Reads are tried three times. Changes are never repeated, because Skydesk can’t tell whether they were made.',
        ...planned(() => control.fail({ how: 'drop', times: always })),
      },
      {
        id: 'service-drops-after',
        kind: 'condition',
        name: 'Lost responses',
        description:
          'The cloud API makes the change, then closes the connection without a response. Skydesk reports the outcome as unknown, says how to check it, and doesn’t repeat the change.',
        ...planned(() => control.fail({ how: 'drop', after: true, changes: true, times: always })),
      },
      {
        id: 'expired-token',
        name: 'Expire the token',
        description: 'The cloud API rejects Skydesk’s token. Skydesk logs in again once; nobody notices.',
        ...atOnce(() => control.expireTokens()),
      },
      {
        id: 'password-rotated',
        name: 'Rotate the password',
        description:
          'The cloud API and Secrets Manager get a new password, and the old token expires. Skydesk reads the new password by itself.',
        ...atOnce(() => {
          const password = newPassword();
          changePassword(password);
          aws.secrets.put(secretId, { username, password });
          passwordsDiffer = false;
        }),
      },
      {
        id: 'password-at-service',
        kind: 'condition',
        name: 'Password mismatch',
        description:
          'The cloud API has another password than Secrets Manager. Skydesk says that its login is rejected and who has to act. It works again as soon as the two match.',
        isOn: () => passwordsDiffer,
        set(on) {
          if (on === passwordsDiffer) return;
          changePassword(on ? newPassword() : JSON.parse(aws.secrets.get(secretId)).password);
          passwordsDiffer = on;
        },
      },
      {
        id: 'changed-outside',
        name: 'Changes outside Skydesk',
        description:
          'Somebody opens SSH inside DE1 with another tool, and disables a firewall policy there. Skydesk sees that when it looks next: let 1 hour pass. Its first look, within four minutes of the start, only takes a snapshot.',
        ...atOnce(() => changeOutside(quietUrl)),
      },
    ],
    reset() {
      control.reset();
      passwordsDiffer = false;
      control.expireTokens();
      aws.secrets.put(secretId, { username, password: ownPassword });
    },
  };
}

/** Makes a change as another tool would, with its own login. */
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

export const slackFaults = (slack: MountableSlack): FaultsOfPart => ({
  part: 'slack',
  faults: [
    {
      id: 'expired-trigger',
      kind: 'event',
      name: 'Expire the next trigger',
      description:
        'The next form can’t be opened, as if its trigger were older than 3 seconds. A message with a button that opens it appears instead.',
      ...planned(() => slack.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' })),
    },
    {
      id: 'slack-busy',
      kind: 'event',
      name: 'One 429 response',
      description:
        'Slack responds to the next call with 429 and Retry-After: 2. Skydesk waits 2 seconds, then repeats the call.',
      ...planned(() => slack.fault({ method: '*', times: 1, retryAfter: 2 })),
    },
    {
      id: 'slack-limits',
      kind: 'condition',
      name: 'Slack’s rate limits',
      description:
        'Slack takes one new message a second in a channel, and 20, 50 or 100 calls a minute of each other method, as it documents. It answers more with 429 and Retry-After; Skydesk repeats these after that time.',
      isOn: () => slack.rateLimits.isOn,
      set: (on) => slack.rateLimits.turn(on),
      seen: () => refusedSoFar(slack.rateLimits.refused),
    },
    {
      id: 'slack-down',
      kind: 'condition',
      name: 'Web API outage',
      description:
        'Slack responds to every call with 503, so no answer appears. Answers stay on the queue and are delivered once this is turned off, within three attempts.',
      ...planned(() => slack.fault({ method: '*', status: 503 })),
    },
  ],
  reset: () => slack.reset(),
});

/** Describes the refused calls so far: "3 calls had to wait: chat.postMessage 2, chat.update 1." */
function refusedSoFar(refused: ReadonlyMap<string, number>): string | undefined {
  const counts = [...refused].map(([method, count]) => `${method} ${count}`);
  const calls = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return calls === 0
    ? undefined
    : `${calls} ${calls === 1 ? 'call' : 'calls'} had to wait: ${counts.join(', ')}.`;
}

/** Whether the next worker is to be killed. */
export interface ArmedWorker {
  armed: boolean;
}

export const botFaults = (functions: readonly Lambda[], worker: ArmedWorker): FaultsOfPart => ({
  part: 'bot',
  faults: [
    {
      id: 'cold-start',
      name: 'Cold start',
      description:
        'Ends all warm instances. The next request starts a new one and is still acknowledged within Slack’s 3 seconds.',
      ...atOnce(async () => {
        await Promise.all(functions.map((lambda) => lambda.coldStart()));
      }),
    },
    {
      id: 'worker-dies',
      kind: 'event',
      name: 'Kill the next worker',
      description:
        'The next worker dies at its first call of the cloud API. Its message is delivered again later; a change that may have been made is not repeated.',
      isOn: () => worker.armed,
      set(on) {
        worker.armed = on;
      },
    },
  ],
  reset() {
    worker.armed = false;
  },
});
