import { z } from 'zod';
import { templateParameters } from './template-parameters.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** A template of CloudFormation, of which only the sections are known that this file reads. */
export const templateSchema = z.looseObject({
  Conditions: z.record(z.string(), z.json()),
  Resources: z.record(z.string(), z.record(z.string(), z.json())),
  Outputs: z.record(z.string(), z.json()),
});
export type Template = z.infer<typeof templateSchema>;

/** The parameters that are found by their stand-ins; a schedule that keeps a function warm is known by what it sends. */
const found = Object.entries(templateParameters).filter(([name]) => name !== 'KeepWarm');

/** First and second part of the name of the stack that is packaged, which `AWS::StackName` replaces. */
const [bot, stage] = ['zz0bot0', 'zz0stage0'];
const stackName = `${bot}-${stage}`;

/** The flags of osls that put something in the place of each parameter. */
export const standIns: readonly string[] = [
  `--stage=${stage}`,
  `--param=bot=${bot}`,
  ...Object.values(templateParameters).map(({ replaces, standIn }) => `--param=${replaces}=${standIn}`),
];

/** Where the zips are, which osls would upload. */
const code = {
  CodeBucket: {
    Type: 'String',
    Description: 'The bucket with the zips of this release, in the stack’s region',
  },
  CodePrefix: {
    Type: 'String',
    Description: 'The folder of the zips in that bucket, without a slash at its end',
  },
};
const equal = (Ref: string, value: string) => ({ 'Fn::Equals': [{ Ref }, value] });
/** A rule that two parameters are both given, or neither is. */
function together(first: string, second: string, why: string) {
  const none = [equal(first, ''), equal(second, '')];
  const both = none.map((one) => ({ 'Fn::Not': [one] }));
  const Assert = { 'Fn::Or': [{ 'Fn::And': none }, { 'Fn::And': both }] };
  return { Assertions: [{ Assert, AssertDescription: `Give ${first} and ${second} together: ${why}` }] };
}
/** As for `npm run deploy`, which refuses the same. */
const rules = {
  EmailIsUsed: {
    Assertions: [
      {
        Assert: {
          'Fn::Or': [equal('Email', ''), equal('AlarmsTopicArn', 'own'), equal('WarningsTopicArn', 'own')],
        },
        AssertDescription: 'Give no Email with both topics: such topics have recipients of their own.',
      },
    ],
  },
  WholeNetwork: together('Subnets', 'SecurityGroups', 'the worker needs both.'),
  WholeConfiguration: together('Configuration', 'PolicySha256', 'the command configure prints both.'),
};

/**
 * Returns a template that osls packaged with `standIns`, with parameters of CloudFormation in their place and the name of the stack in
 * place of a fixed one. Its functions take their zips from a bucket that the team names, in place of a bucket of the stack.
 * @throws Error if something of a stand-in is left, which a new use of a parameter can cause
 */
export function parametrized(packaged: Template, description: string): Template {
  const { ServerlessDeploymentBucket, ServerlessDeploymentBucketPolicy, ...resources } = packaged.Resources;
  const { ServerlessDeploymentBucketName, ...outputs } = packaged.Outputs;
  const used = new Set<string>();
  const replaced = templateSchema.parse(
    replace({ ...packaged, Resources: resources, Outputs: outputs }, (name) => used.add(name)),
  );
  const left = /.{0,40}zz0.{0,40}/.exec(JSON.stringify(replaced));
  if (left) throw new Error(`A stand-in is left in the template: ${left[0]}`);
  const parameters = Object.entries(templateParameters).filter(([name]) => used.has(name));
  return {
    ...replaced,
    Description: description,
    Parameters: {
      ...code,
      ...Object.fromEntries(parameters.map(([name, { declared }]) => [name, declared])),
    },
    Rules: rules,
    Conditions: { ...replaced.Conditions, IsKeptWarm: { 'Fn::Equals': [{ Ref: 'KeepWarm' }, 'true'] } },
  };
}

/** Replaces the stand-ins in a value and everything in it. `use` is called with each parameter that is put in. */
function replace(value: Json, use: (name: string) => void): Json {
  if (Array.isArray(value)) return value.map((one) => replace(one, use));
  if (typeof value === 'string' || typeof value === 'number') return withReferences(value, use);
  if (typeof value !== 'object' || value === null) return value;
  const { S3Bucket, S3Key, 'Fn::Sub': text, ...others } = value;
  if (S3Bucket !== undefined && typeof S3Key === 'string')
    return {
      S3Bucket: { Ref: 'CodeBucket' },
      S3Key: { 'Fn::Sub': `\${CodePrefix}/${S3Key.split('/').at(-1)}` },
    };
  if (typeof text === 'string') return { 'Fn::Sub': substituted(text, use) };
  if (Array.isArray(text)) {
    const [first, names = {}] = text;
    return {
      'Fn::Sub': [typeof first === 'string' ? substituted(first, use) : (first ?? ''), replace(names, use)],
    };
  }
  const inside = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one, use)]));
  if (!keepsWarm(others)) return inside;
  use('KeepWarm');
  return { ...inside, State: { 'Fn::If': ['IsKeptWarm', 'ENABLED', 'DISABLED'] } };
}

/** Whether these are the properties of a schedule that keeps a function warm. */
const keepsWarm = ({ ScheduleExpression, Targets }: { readonly [key: string]: Json }): boolean =>
  ScheduleExpression !== undefined && JSON.stringify(Targets).includes('keepWarm');

function withReferences(value: string | number, use: (name: string) => void): Json {
  const [whole] = found.find(([, { standIn }]) => standIn === String(value)) ?? [];
  if (whole !== undefined) {
    use(whole);
    return { Ref: whole };
  }
  if (typeof value === 'number') return value;
  // What `Fn::Sub` would take for a reference is written with an exclamation mark.
  const literal = value.replaceAll('${', '${!');
  const text = substituted(literal, use);
  return text === literal ? value : { 'Fn::Sub': text };
}

/** Returns a text of `Fn::Sub` with references in place of the stand-ins in it. */
function substituted(text: string, use: (name: string) => void): string {
  return found
    .filter(([, { standIn }]) => text.includes(standIn))
    .reduce(
      (before, [name, { standIn }]) => {
        use(name);
        return before.replaceAll(standIn, `\${${name}}`);
      },
      text.replaceAll(stackName, `\${AWS::StackName}`),
    );
}
