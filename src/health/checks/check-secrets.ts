import { type Check, ok, unchecked, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import type { Probes } from '../probes/probes.ts';
import { asEngineer, unless } from './check-aws.ts';

/** Creates the check of a secret: `variable` names it, `shape` is its content, `probe` returns what reads it. */
const secretCheck = (
  name: string,
  variable: string,
  shape: string,
  probe: (secrets: Probes['secrets']) => (() => Promise<void>) | undefined,
): Check => ({
  name,
  system: 'Secrets Manager',
  async run({ secrets, environment }) {
    const read = probe(secrets);
    if (!read)
      return [
        unchecked(
          'Of all functions only the receiver may read it, so here it isn’t checked, nor is a signed request.',
          asEngineer('secretsmanager:GetSecretValue'),
        ),
      ];
    // In a terminal, the variable with the secret's name may be unset.
    const id = environment[variable] ?? `"$${variable}"`;
    const content = `--secret-string file://secret.json, with ${shape} in that file.`;
    return unless(
      read,
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

export const signingSecret = secretCheck(
  checkNames.signingSecret,
  'SLACK_SIGNING_SECRET_ID',
  '{"signingSecret":"…"}',
  ({ signing }) => signing,
);

export const tokenSecret = secretCheck(
  checkNames.tokenSecret,
  'SLACK_TOKEN_SECRET_ID',
  '{"botToken":"xoxb-…"}',
  ({ token }) => token,
);

export const serviceSecret = secretCheck(
  checkNames.serviceSecret,
  'SERVICE_SECRET_ID',
  '{"username":"…","password":"…"}',
  ({ service }) => service,
);
