import { randomBytes } from 'node:crypto';
import { connect } from '../../src/cloud/index.ts';
import { credentialsOf, type LocalCloud } from '../cloud/index.ts';
import { atOnce, type FaultsOfPart, planned } from './injected-fault.ts';
import type { LocalParts } from './local-parts.ts';

const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

export function cloudFaults(
  { control, quietUrl }: LocalCloud,
  { aws, login: { username, password: ownPassword, secretId } }: Pick<LocalParts, 'aws' | 'login'>,
): FaultsOfPart {
  const passwords: string[] = [];
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
    passwords,
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
