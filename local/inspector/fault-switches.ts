import { randomBytes } from 'node:crypto';
import type { Aws, Lambda, LogLine } from '../aws/index.ts';
import type { Emulator } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';
import type { Switch, SwitchId } from './inspector-types.ts';

/** What the switches take hold of. The service or Slack is absent when it is elsewhere: so are its switches. */
export interface Parts {
  readonly emulator: Emulator | undefined;
  readonly slack: MountableSlack | undefined;
  readonly aws: Pick<Aws, 'secrets' | 'faults' | 'clear'>;
  readonly functions: readonly Lambda[];
  readonly worker: Lambda;
  /** The bot's login at the service as it was at the start, and the name of the secret that holds it. */
  readonly login: { readonly username: string; readonly password: string; readonly secretId: string };
}

export interface Switchboard {
  all(): readonly Switch[];
  /** @throws TypeError in a sentence when there is no such switch here, or an event is to be switched off. */
  turn(id: string, on: boolean): Promise<void>;
  /** Puts all of it back as at the start. */
  reset(): Promise<void>;
  /** The passwords that were made up here. */
  readonly passwords: readonly string[];
  /** Something happened that may have used a switch up. */
  look(): void;
  /** The worker wrote a line: the moment at which one that has to die does. */
  onLog(line: LogLine): void;
}

/** A switch with what it does. */
interface Wired extends Omit<Switch, 'on'> {
  isOn(): boolean;
  turn(on: boolean): Promise<void> | void;
}

type Says = Pick<Switch, 'name' | 'says'>;

interface Standing {
  readonly waits: boolean;
  withdraw(): void;
}

const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

/** Makes the switches for what is local. `changed` is told when one of them is no longer as it was. */
export function createSwitchboard(parts: Parts, changed: () => void): Switchboard {
  const { emulator, slack, aws, functions, worker, login } = parts;
  const passwords: string[] = [];
  let apart = false;
  let dying = false;
  let shown = '';

  /** Something set that stays until it is withdrawn or used up. */
  function standing(
    id: SwitchId,
    kind: Switch['kind'],
    about: Switch['about'],
    { name, says }: Says,
    set: () => Standing,
  ): Wired {
    let now: Standing | undefined;
    return {
      ...{ id, kind, about, name, says },
      isOn: () => now?.waits ?? false,
      turn(on) {
        if (on === (now?.waits ?? false)) return;
        now?.withdraw();
        now = on ? set() : undefined;
      },
    };
  }

  const push = (
    id: SwitchId,
    about: Switch['about'],
    says: Says,
    act: () => Promise<void> | void,
  ): Wired => ({
    ...{ id, kind: 'event', about },
    ...says,
    isOn: () => false,
    turn: act,
  });

  function newPassword(): string {
    const password = `rotated-${randomBytes(12).toString('base64url')}`;
    passwords.push(password);
    return password;
  }

  const kept = (): string => JSON.parse(aws.secrets.get(login.secretId)).password;

  const ofService = ({ control }: Emulator): Wired[] => [
    {
      id: 'slow-service',
      kind: 'condition',
      about: 'service',
      name: 'A slow service',
      says: 'Each answer of the cloud service takes 4 seconds. Commands are acknowledged at once all the same, and their answers come later.',
      isOn: () => control.troubles().latencies['*'] === slowMs,
      turn: (on) => control.latency(on ? slowMs : 0),
    },
    standing(
      'service-errors',
      'condition',
      'service',
      {
        name: 'Errors of the service',
        says: 'Every call is answered 500. Reading is tried three times, then it is said that nothing was changed; after a change, that nobody knows.',
      },
      () => control.fail({ how: 'internal', times: always }),
    ),
    standing(
      'service-drops-before',
      'condition',
      'service',
      {
        name: 'Dropped connections',
        says: 'The service hangs up before it does anything. Reading is tried three times; a change never twice, since nobody can know that it was not made.',
      },
      () => control.fail({ how: 'drop', times: always }),
    ),
    standing(
      'service-drops-after',
      'condition',
      'service',
      {
        name: 'Lost answers',
        says: 'The service makes the change and hangs up instead of answering. The bot says that the outcome is not known, how to look, and does not try again.',
      },
      () => control.fail({ how: 'drop', after: true, changes: true, times: always }),
    ),
    push(
      'expired-token',
      'service',
      {
        name: 'Let the token expire',
        says: 'The service refuses the token that the bot holds. The bot logs in again, once, and nobody notices.',
      },
      () => control.expireTokens(),
    ),
    push(
      'password-rotated',
      'service',
      {
        name: 'Rotate the password',
        says: 'A new password, at the service and in Secrets Manager, and the old token worthless. The bot reads the new one by itself.',
      },
      () => {
        const password = newPassword();
        control.changePassword(login.username, password);
        aws.secrets.put(login.secretId, { username: login.username, password });
        control.expireTokens();
        apart = false;
      },
    ),
    {
      id: 'password-at-service',
      kind: 'condition',
      about: 'service',
      name: 'A password that nobody told us of',
      says: 'The service has another password than Secrets Manager. The bot says that its login is refused, and who has to act; it works again as soon as they agree.',
      isOn: () => apart,
      turn(on) {
        if (on === apart) return;
        control.changePassword(login.username, on ? newPassword() : kept());
        control.expireTokens();
        apart = on;
      },
    },
  ];

  const ofSlack = (local: MountableSlack): Wired[] => [
    standing(
      'expired-trigger',
      'event',
      'slack',
      {
        name: 'Let the next trigger expire',
        says: 'The next form cannot be opened, as if it had come too late. A message with a button to open it comes instead.',
      },
      () => local.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' }),
    ),
    standing(
      'slack-busy',
      'event',
      'slack',
      {
        name: 'Too many requests',
        says: 'Slack answers the next call with 429 and asks for 2 seconds of patience. The bot waits, and the answer comes that much later.',
      },
      () => local.fault({ method: '*', times: 1, retryAfter: 2 }),
    ),
    standing(
      'slack-down',
      'condition',
      'slack',
      {
        name: 'Slack’s Web API is down',
        says: 'Every call is answered 503, so no answer appears. What was to be told stays on the queue and is told once this is switched off, if it is within three deliveries.',
      },
      () => local.fault({ method: '*', status: 503 }),
    ),
  ];

  const ofBot: Wired[] = [
    push(
      'cold-start',
      'bot',
      {
        name: 'Start cold',
        says: 'All warm instances end. The next request has to start one, and is still acknowledged within Slack’s three seconds.',
      },
      async () => {
        await Promise.all(functions.map((each) => each.coldStart()));
      },
    ),
    {
      id: 'worker-dies',
      kind: 'event',
      about: 'bot',
      name: 'Kill the next worker',
      says: 'The next worker dies in the middle, at its first call of the service. Its message comes again after a while; a change that may have been made is not made twice.',
      isOn: () => dying,
      turn(on) {
        dying = on;
      },
    },
  ];

  const wired: readonly Wired[] = [
    ...(emulator ? ofService(emulator) : []),
    ...(slack ? ofSlack(slack) : []),
    ...ofBot,
  ];
  const all = (): readonly Switch[] =>
    wired.map(({ id, kind, about, name, says, isOn }) => ({ id, kind, about, name, says, on: isOn() }));

  function look(): void {
    const now = JSON.stringify(all());
    if (now === shown) return;
    shown = now;
    changed();
  }

  shown = JSON.stringify(all());
  return {
    all,
    passwords,
    look,
    async turn(id, on) {
      const found = wired.find((one) => one.id === id);
      if (!found)
        throw new TypeError(`There is no switch ${id}; there are ${wired.map((one) => one.id).join(', ')}.`);
      await found.turn(on);
      look();
    },
    async reset() {
      for (const { kind, turn } of wired) if (kind === 'condition') await turn(false);
      dying = false;
      apart = false;
      aws.faults.clear();
      await aws.clear();
      await Promise.all(functions.map((each) => each.kill()));
      await aws.clear();
      slack?.reset();
      if (emulator) {
        const { username, password, secretId } = login;
        emulator.control.reset();
        emulator.control.expireTokens();
        aws.secrets.put(secretId, { username, password });
      }
      look();
    },
    onLog({ function: name, instance, text }) {
      if (!dying || name !== worker.name || !text.includes('"message":"service call"')) return;
      dying = false;
      void worker.kill(instance);
      look();
    },
  };
}
