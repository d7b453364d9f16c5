import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { pack } from '../../../scripts/package.ts';
import { unzip } from './zip.ts';

const values = z.record(z.string(), z.unknown());
const resource = z.object({
  Type: z.string(),
  Properties: values.default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
export type Resource = z.infer<typeof resource>;

const template = z.object({ Resources: z.record(z.string(), resource), Outputs: values });
export type Template = z.infer<typeof template>;

export const functions = ['receiver', 'worker', 'sweeper'] as const;
export type FunctionName = (typeof functions)[number];

/** What would be deployed: the template and, by function, the files in its zip. */
export interface Packaged {
  readonly template: Template;
  readonly zips: Readonly<Record<FunctionName, ReadonlyMap<string, Buffer>>>;
}

/** Packages the built bundles in a temporary place. */
export async function packaged(options: readonly string[] = []): Promise<Packaged> {
  const place = await mkdtemp(path.join(tmpdir(), 'skydesk-package-'));
  const read = (file: string) => readFile(path.join(place, file));
  try {
    await pack(place, options);
    const zip = async (name: FunctionName) => unzip(await read(`${name}.zip`));
    return {
      template: template.parse(JSON.parse(String(await read('cloudformation-template-update-stack.json')))),
      zips: { receiver: await zip('receiver'), worker: await zip('worker'), sweeper: await zip('sweeper') },
    };
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The resources of one type, by their names in the template. */
export const ofType = ({ Resources }: Template, type: string): Readonly<Record<string, Resource>> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));

const statement = z.strictObject({
  Effect: z.literal('Allow'),
  Action: z.array(z.string()),
  Resource: z.unknown(),
});
const role = z.strictObject({
  AssumeRolePolicyDocument: z.object({
    Statement: z.tuple([
      z.object({
        Effect: z.literal('Allow'),
        Principal: z.object({ Service: z.literal('lambda.amazonaws.com') }),
        Action: z.tuple([z.literal('sts:AssumeRole')]),
      }),
    ]),
  }),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
});

/** What a role of the template allows, as `ACTION on RESOURCE`, each resource as it stands in the template. */
export function allowedBy({ Properties }: Resource): readonly string[] {
  const [{ PolicyDocument }] = role.parse(Properties).Policies;
  return PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
    Action.flatMap((action) => [Resource].flat().map((each) => `${action} on ${nameOf(each)}`)),
  ).sort();
}

/** The logical name of what an expression refers to, or its text. */
function nameOf(expression: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = values.catch({}).parse(expression);
  if (Ref) return String(Ref);
  if (Array.isArray(attribute) && attribute[1] === 'Arn') return String(attribute[0]);
  const isTable = JSON.stringify(text)?.includes('"Fn::If":["HasOtherTable"');
  return isTable ? 'Table' : JSON.stringify(text ?? expression);
}
