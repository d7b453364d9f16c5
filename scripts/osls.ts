import path from 'node:path';

/** The program that packages and deploys serverless.yml. */
export const osls = path.join(import.meta.dirname, '../node_modules/.bin/osls');

/** Its flags that Skydesk's deployments use. */
export const oslsOptions = {
  stage: { type: 'string' },
  region: { type: 'string' },
  param: { type: 'string', multiple: true },
  'aws-profile': { type: 'string' },
  force: { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const;

/** What each of them means. */
export const oslsHelp = `  --stage NAME           part of the stack's name; dev when left out
  --region REGION        AWS_REGION when left out, else us-east-1
  --param NAME=VALUE     a parameter of serverless.yml; may be given several times
  --aws-profile PROFILE  a profile of the AWS command line
  --force                deploys even if nothing has changed
  --verbose              says more
`;

/** The flags as osls takes them. */
export const oslsArguments = (
  values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
): string[] =>
  Object.entries(values).flatMap(([flag, value]) =>
    value === undefined || value === false
      ? []
      : value === true
        ? [`--${flag}`]
        : [value].flat().map((item) => `--${flag}=${item}`),
  );
