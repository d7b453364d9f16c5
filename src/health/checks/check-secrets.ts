import { type Check, type Found, ok, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { CheckFailed, type Probes } from '../probes/probes.ts';

const shapes = {
  SLACK_SECRET_ID: '{"signingSecret":"…","botToken":"xoxb-…"}',
  SERVICE_SECRET_ID: '{"username":"…","password":"…"}',
} as const;

type Variable = keyof typeof shapes;

export const slackSecret: Check = {
  name: checkNames.slackSecret,
  system: 'Secrets Manager',
  run: ({ secrets, environment }) => read('SLACK_SECRET_ID', environment, secrets.slack),
};

export const serviceSecret: Check = {
  name: checkNames.serviceSecret,
  system: 'Secrets Manager',
  run: ({ secrets, environment }) => read('SERVICE_SECRET_ID', environment, secrets.service),
};

async function read(
  variable: Variable,
  environment: Probes['environment'],
  secret: () => Promise<void>,
): Promise<readonly Found[]> {
  try {
    await secret();
    return [ok('It’s complete.')];
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    const found = refused(error, variable, environment[variable]);
    if (!found) throw error;
    return [found];
  }
}

/** What a failure means. `id`: the name of the secret, which a terminal may not have in a variable. */
function refused(
  { kind, message }: CheckFailed,
  variable: Variable,
  id = `"$${variable}"`,
): Found | undefined {
  const content = `--secret-string file://secret.json, with ${shapes[variable]} in that file.`;
  switch (kind) {
    case 'missing':
      return wrong(
        `The secret that ${variable} names doesn’t exist.`,
        `Create it: aws secretsmanager create-secret --name ${id} ${content}`,
      );
    case 'denied':
      return wrong(
        `These AWS credentials can’t read the secret that ${variable} names.`,
        'Grant them secretsmanager:GetSecretValue on it.',
      );
    case 'malformed':
      return wrong(message, `Replace it: aws secretsmanager put-secret-value --secret-id ${id} ${content}`);
    default:
      return undefined;
  }
}
