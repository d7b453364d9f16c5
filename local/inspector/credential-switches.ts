import { randomBytes } from 'node:crypto';
import type { LocalCloud } from '../cloud/index.ts';
import { immediate, type LocalParts, type SwitchGroup } from './switch-types.ts';

/** The switches of Skydesk's login at the local cloud. Passwords that they make up are added to `passwords`. */
export function credentialSwitches(
  control: LocalCloud['control'],
  { aws, login }: Pick<LocalParts, 'aws' | 'login'>,
  passwords: string[],
): SwitchGroup {
  /** Whether the cloud API has another password than Secrets Manager. */
  let passwordsDiffer = false;

  function newPassword(): string {
    const password = `rotated-${randomBytes(12).toString('base64url')}`;
    passwords.push(password);
    return password;
  }

  const storedPassword = (): string => JSON.parse(aws.secrets.get(login.secretId)).password;

  function changePassword(password: string): void {
    control.changePassword(login.username, password);
    control.expireTokens();
  }

  return {
    switches: [
      immediate(
        {
          id: 'expired-token',
          part: 'service',
          name: 'Expire the token',
          description: 'The cloud API rejects Skydesk’s token. Skydesk logs in again once; nobody notices.',
        },
        () => control.expireTokens(),
      ),
      immediate(
        {
          id: 'password-rotated',
          part: 'service',
          name: 'Rotate the password',
          description:
            'The cloud API and Secrets Manager get a new password, and the old token expires. Skydesk reads the new password by itself.',
        },
        () => {
          const password = newPassword();
          changePassword(password);
          aws.secrets.put(login.secretId, { username: login.username, password });
          passwordsDiffer = false;
        },
      ),
      {
        id: 'password-at-service',
        part: 'service',
        kind: 'condition',
        name: 'Password mismatch',
        description:
          'The cloud API has another password than Secrets Manager. Skydesk says that its login is rejected and who has to act. It works again as soon as the two match.',
        isOn: () => passwordsDiffer,
        set(on: boolean) {
          if (on === passwordsDiffer) return;
          changePassword(on ? newPassword() : storedPassword());
          passwordsDiffer = on;
        },
      },
    ],
    reset() {
      passwordsDiffer = false;
      control.expireTokens();
      aws.secrets.put(login.secretId, { username: login.username, password: login.password });
    },
  };
}
