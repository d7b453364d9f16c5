import { randomBytes } from 'node:crypto';
import type { LocalCloud } from '../cloud/index.ts';
import { immediate, type LocalParts, plannedFault, type SwitchGroup } from './switch-types.ts';

const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

/** The switches of the local cloud. Passwords that they make up are added to `passwords`. */
export function cloudSwitches(
  { control }: LocalCloud,
  { aws, login }: Pick<LocalParts, 'aws' | 'login'>,
  passwords: string[],
): SwitchGroup {
  /** Whether the service has another password than Secrets Manager. */
  let passwordsDiffer = false;

  function newPassword(): string {
    const password = `rotated-${randomBytes(12).toString('base64url')}`;
    passwords.push(password);
    return password;
  }

  const storedPassword = (): string => JSON.parse(aws.secrets.get(login.secretId)).password;

  const switches = [
    {
      id: 'slow-service',
      part: 'service',
      kind: 'condition',
      name: 'A slow service',
      description:
        'Each answer of the cloud service takes 4 seconds. Commands are acknowledged at once all the same, and their answers come later.',
      isOn: () => control.faults().latencies['*'] === slowMs,
      set: (on: boolean) => control.latency(on ? slowMs : 0),
    },
    plannedFault(
      {
        id: 'service-errors',
        part: 'service',
        name: 'Errors of the service',
        description:
          'Every call is answered 500. Reading is tried three times, then it is said that nothing was changed; after a change, that nobody knows.',
      },
      'condition',
      () => control.fail({ how: 'internal', times: always }),
    ),
    plannedFault(
      {
        id: 'service-drops-before',
        part: 'service',
        name: 'Dropped connections',
        description:
          'The service hangs up before it does anything. Reading is tried three times; a change never twice, since nobody can know that it was not made.',
      },
      'condition',
      () => control.fail({ how: 'drop', times: always }),
    ),
    plannedFault(
      {
        id: 'service-drops-after',
        part: 'service',
        name: 'Lost answers',
        description:
          'The service makes the change and hangs up instead of answering. The bot says that the outcome is not known, how to look, and does not try again.',
      },
      'condition',
      () => control.fail({ how: 'drop', after: true, changes: true, times: always }),
    ),
    immediate(
      {
        id: 'expired-token',
        part: 'service',
        name: 'Let the token expire',
        description:
          'The service refuses the token that the bot holds. The bot logs in again, once, and nobody notices.',
      },
      () => control.expireTokens(),
    ),
    immediate(
      {
        id: 'password-rotated',
        part: 'service',
        name: 'Rotate the password',
        description:
          'A new password, at the service and in Secrets Manager, and the old token worthless. The bot reads the new one by itself.',
      },
      () => {
        const password = newPassword();
        control.changePassword(login.username, password);
        aws.secrets.put(login.secretId, { username: login.username, password });
        control.expireTokens();
        passwordsDiffer = false;
      },
    ),
    {
      id: 'password-at-service',
      part: 'service',
      kind: 'condition',
      name: 'A password that nobody told us of',
      description:
        'The service has another password than Secrets Manager. The bot says that its login is refused, and who has to act; it works again as soon as they agree.',
      isOn: () => passwordsDiffer,
      set(on: boolean) {
        if (on === passwordsDiffer) return;
        control.changePassword(login.username, on ? newPassword() : storedPassword());
        control.expireTokens();
        passwordsDiffer = on;
      },
    },
  ] as const satisfies SwitchGroup['switches'];

  return {
    switches,
    reset() {
      passwordsDiffer = false;
      control.reset();
      control.expireTokens();
      aws.secrets.put(login.secretId, { username: login.username, password: login.password });
    },
  };
}
