import { z } from 'zod';
import type { Template } from './packaged.ts';

/** Patterns of partition keys, of which only `*` stands for something else. */
const keys = z.strictObject({ 'dynamodb:LeadingKeys': z.array(z.string().regex(/^[\w#*-]+$/)) });
const statement = z.discriminatedUnion('Effect', [
  z.strictObject({
    Effect: z.literal('Allow'),
    Action: z.array(z.string()),
    Resource: z.unknown(),
    Condition: z.strictObject({ 'ForAllValues:StringLike': keys }).optional(),
  }),
  z.strictObject({
    Effect: z.literal('Deny'),
    Action: z.array(z.string()),
    Resource: z.unknown(),
    Condition: z.strictObject({ 'ForAnyValue:StringLike': keys }),
  }),
]);
type Statement = z.infer<typeof statement>;

const properties = z.strictObject({
  PermissionsBoundary: z.unknown(),
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

/** An action on a resource of the template and, for items, what their partition keys are like. */
interface Right {
  /** `ACTION on RESOURCE`, each resource by its logical name. */
  readonly right: string;
  /** A pattern with `*`; undefined for all keys. */
  readonly key?: string | undefined;
}

/** The rights that a role allows and denies. */
export interface Role {
  readonly allowed: readonly Right[];
  readonly denied: readonly Right[];
}

/** Reads a role of the template. Fails on anything that it does not understand. */
export function roleOf({ Resources }: Template, name: string): Role {
  const statements = properties.parse(Resources[name]?.Properties).Policies[0].PolicyDocument.Statement;
  const rights = (effect: Statement['Effect']) =>
    statements.filter(({ Effect }) => Effect === effect).flatMap(rightsIn);
  return { allowed: rights('Allow'), denied: rights('Deny') };
}

function rightsIn({ Action, Resource: resources, Condition }: Statement): readonly Right[] {
  const patterns = Condition
    ? Object.values(Condition).flatMap((like) => like['dynamodb:LeadingKeys'])
    : [undefined];
  return Action.flatMap((action) =>
    [resources]
      .flat()
      .flatMap((resource) => patterns.map((key) => ({ right: `${action} on ${nameOf(resource)}`, key }))),
  );
}

/** Rights in words, sorted: `ACTION on RESOURCE`, or `ACTION on RESOURCE, of KEYS`. */
export const inWords = (rights: readonly Right[]): readonly string[] =>
  rights.map(({ right, key }) => (key === undefined ? right : `${right}, of ${key}`)).sort();

/** The rights of a role that allow this on the item of this partition key, if it is about an item; none if it may not. */
export function rightsFor({ allowed, denied }: Role, right: string, pk?: string): readonly Right[] {
  const isAbout = (one: Right): boolean => one.right === right && isLike(one.key, pk);
  return denied.some(isAbout) ? [] : allowed.filter(isAbout);
}

/** IAM's `StringLike`. */
function isLike(pattern: string | undefined, pk: string | undefined): boolean {
  if (pattern === undefined) return true;
  return pk !== undefined && new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(pk);
}

/** The logical name of the resource in an expression, or its text. */
function nameOf(expression: unknown): string {
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Sub': text,
  } = z.record(z.string(), z.unknown()).catch({}).parse(expression);
  if (Ref) return String(Ref);
  if (Array.isArray(attribute) && attribute[1] === 'Arn') return String(attribute[0]);
  const isTable = JSON.stringify(text)?.includes('"Fn::If":["HasOtherTable"');
  return isTable ? 'Table' : JSON.stringify(text ?? expression);
}
