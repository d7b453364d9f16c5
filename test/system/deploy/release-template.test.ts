import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parameterNames } from '../../../scripts/deployment/osls.ts';
import {
  parametrized,
  standIns,
  type Template,
  templateSchema,
} from '../../../scripts/release/parametrize.ts';
import { templateParameters } from '../../../scripts/release/template-parameters.ts';
import { functions, functionsWithAgents, type Packaged, packaged, packagedWithAgents } from './packaged.ts';

const read = ({ text }: Packaged): Template => templateSchema.parse(JSON.parse(text));

/** Each edition: how osls packages it, and its functions. */
const editions = [
  { edition: 'without agents', pack: packaged, names: functions },
  { edition: 'with agents', pack: packagedWithAgents, names: functionsWithAgents },
] as const;

const declared = z.record(
  z.string(),
  z.looseObject({ Default: z.union([z.string(), z.number()]).optional() }),
);

/** Returns a template with values in place of its parameters and of the stack's name, as osls would have put them there. */
function withValues(
  template: Template,
  given: Readonly<Record<string, string | number | undefined>>,
): Template {
  const { Parameters, Rules, Description, Conditions, ...others } = template;
  const { IsKeptWarm, ...conditions } = Conditions;
  const defaults = Object.entries(declared.parse(Parameters)).flatMap(([name, { Default }]) =>
    Default === undefined ? [] : [[name, Default] as const],
  );
  const values: Readonly<Record<string, string | number | undefined>> = {
    ...Object.fromEntries(defaults),
    ...given,
  };
  function put(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref, 'Fn::If': choice, 'Fn::Sub': text } = z.record(z.string(), z.unknown()).parse(value);
    if (typeof Ref === 'string' && Ref in values) return values[Ref];
    if (Array.isArray(choice) && choice[0] === 'IsKeptWarm')
      return values.KeepWarm === 'true' ? choice[1] : choice[2];
    if (typeof text === 'string') return substituted(text);
    if (Array.isArray(text)) return { 'Fn::Sub': [inSub(String(text[0])), put(text[1])] };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]));
  }
  const inSub = (text: string): string =>
    text.replaceAll(/\$\{([\w:]+)\}/g, (reference, name) => String(values[name] ?? reference));
  /** A text that has no reference any more, or only the ones that osls's own has, which is in `Fn::Sub` as well. */
  const substituted = (text: string): unknown => {
    const filled = inSub(text);
    return filled.includes('${') ? { 'Fn::Sub': filled } : filled;
  };
  return templateSchema.parse(put({ ...others, Conditions: conditions }));
}

/**
 * Without the code, which osls puts into a bucket of the stack. Texts in `Fn::Sub` that refer to nothing are plain texts, and numbers are
 * texts: osls writes one that it was given in either way, and CloudFormation takes both.
 */
function comparable({ Resources, Conditions, Outputs }: Template) {
  const { ServerlessDeploymentBucket, ServerlessDeploymentBucketPolicy, ...resources } = Resources;
  const { ServerlessDeploymentBucketName, ...outputs } = Outputs;
  const plain = JSON.parse(JSON.stringify({ resources, Conditions, outputs }), (key, value) => {
    if (key === 'Code') return undefined;
    if (typeof value === 'number') return String(value);
    const text = value?.['Fn::Sub'];
    return typeof text === 'string' && !text.includes('${') ? text : value;
  });
  return plain;
}

describe.each(editions)('the template of a release, $edition', ({ pack, names }) => {
  const released = async (): Promise<Template> => parametrized(read(await pack(standIns)), 'Skydesk 1.0.0');

  test('equals the packager’s own, once its defaults are put in', async () => {
    const own = read(await pack());
    const filled = withValues(await released(), {
      'AWS::StackName': 'skydesk-dev',
      Service: 'https://service.example',
    });
    expect(comparable(filled)).toEqual(comparable(own));
  });

  test('takes the zips of the release from a folder that the team names', async () => {
    const { Resources } = await released();
    const code = Object.values(Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? [Object(Properties).Code] : [],
    );
    expect(code).toEqual(
      names.map((name) => ({
        S3Bucket: { Ref: 'CodeBucket' },
        S3Key: { 'Fn::Sub': `\${CodePrefix}/${name}.zip` },
      })),
    );
    expect(JSON.stringify(Resources)).not.toContain('ServerlessDeploymentBucket');
  });

  test('is small enough to be given to CloudFormation without a bucket', async () => {
    expect(Buffer.byteLength(JSON.stringify(await released()))).toBeLessThanOrEqual(51_200);
  });

  test('names three values that have to be given, and of the others the default of serverless.yml', async () => {
    const parameters = Object.entries(declared.parse((await released()).Parameters));
    expect(parameters.filter(([, { Default }]) => Default === undefined).map(([name]) => name)).toEqual([
      'CodeBucket',
      'CodePrefix',
      'Service',
    ]);
    const unused = Object.keys(templateParameters).filter(
      (name) => !parameters.some(([used]) => used === name),
    );
    expect(unused).toEqual(names.some((name) => name === 'mcp') ? [] : ['McpRate']);
  });
});

test.each([
  {
    what: 'an address for the alarms',
    values: {
      Service: 'https://api.example.com/cloud',
      Command: '/night',
      Email: 'ops@example.com',
      Boundary: 'arn:aws:iam::123456789012:policy/skydesk-boundary',
      Subnets: 'subnet-1a,subnet-2b',
      SecurityGroups: 'sg-3c',
      HttpsProxy: 'http://proxy.example.com:3128',
      NoProxy: '.internal',
      KeepWarm: 'false',
      Configuration: 'arn:aws:lambda:eu-central-1:123456789012:layer:nightdesk-eu-configuration:7',
      PolicySha256: '0a'.repeat(32),
    },
  },
  {
    what: 'a topic and a restored table',
    values: {
      Service: 'https://service.example',
      AlarmsTopicArn: 'arn:aws:sns:eu-central-1:123456789012:ops',
      WarningsTopicArn: 'arn:aws:sns:eu-central-1:123456789012:later',
      OmittedChoices: 'for=15m',
      ExistingTable: 'skydesk-restored',
      RestoredAt: '2026-11-21T09:00:00Z',
      LogDays: 30,
      McpRate: 2,
    },
  },
])('a template puts each value where the packager puts it: $what', async ({ values }) => {
  const flags = Object.entries(values).map(
    ([name, value]) => `--param=${templateParameters[name]?.replaces}=${value}`,
  );
  const own = read(await packagedWithAgents(['--stage=eu', '--param=bot=nightdesk', ...flags]));
  const released = parametrized(read(await packagedWithAgents(standIns)), 'Skydesk 1.0.0');
  const filled = withValues(released, { 'AWS::StackName': 'nightdesk-eu', ...values });
  expect(comparable(filled)).toEqual(comparable(own));
});

test('each parameter of serverless.yml is one of the template, or decides which template it is and who changes it', () => {
  const replaced = Object.values(templateParameters).map(({ replaces }) => replaces);
  const others = ['bot', 'mcp', 'gateway', 'archiveBucket', 'archiveStream', 'deploymentRole'];
  expect(parameterNames().toSorted()).toEqual([...replaced, ...others].toSorted());
});
