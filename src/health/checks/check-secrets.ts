import { type Check, ok, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import type { Probes } from '../probes/probes.ts';
import { unless } from './check-aws.ts';

/** Creates the check of a secret: `variable` names it, `shape` is its content, `read` is its probe. */
const secretCheck = (
  name: string,
  variable: string,
  shape: string,
  read: (secrets: Probes['secrets']) => Promise<void>,
): Check => ({
  name,
  system: 'Secrets Manager',
  run({ secrets, environment }) {
    // In a terminal, the variable with the secret's name may be unset.
    const id = environment[variable] ?? `"$${variable}"`;
    const content = `--secret-string file://secret.json, with ${shape} in that file.`;
    return unless(
      () => read(secrets),
      {
        missing: wrong(
          `The secret that ${variable} names doesn’t exist.`,
          `Create it: aws secretsmanager create-secret --name ${id} ${content}`,
        ),
        denied: wrong(
          `These AWS credentials can’t read the secret that ${variable} names.`,
          'Grant them secretsmanager:GetSecretValue on it.',
        ),
        malformed: ({ message }) =>
          wrong(message, `Replace it: aws secretsmanager put-secret-value --secret-id ${id} ${content}`),
      },
      () => [ok('It’s complete.')],
    );
  },
});

export const slackSecret = secretCheck(
  checkNames.slackSecret,
  'SLACK_TOKEN_SECRET_ID',
  '{"botToken":"xoxb-…"}',
  ({ slack }) => slack(),
);

export const serviceSecret = secretCheck(
  checkNames.serviceSecret,
  'SERVICE_SECRET_ID',
  '{"username":"…","password":"…"}',
  ({ service }) => service(),
);
