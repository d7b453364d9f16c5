import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const list = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const keys = z.record(z.string(), z.string());
const statement = z.strictObject({
  Sid: z.string(),
  Effect: z.literal('Allow'),
  Action: list,
  Resource: list,
  Condition: z.strictObject({ ArnLike: keys.optional(), StringEquals: keys.optional() }).optional(),
});
const policy = z.strictObject({ Version: z.literal('2012-10-17'), Statement: z.array(statement) });
type Statement = z.infer<typeof statement>;

/** What a call asks of IAM. `context` has the values of condition keys. */
export interface Asked {
  readonly action: string;
  readonly arn: string;
  readonly context?: Readonly<Record<string, string>>;
}

/** A policy in deploy/iam. */
export interface IamPolicy {
  readonly text: string;
  readonly statements: readonly Statement[];
}

/** Reads a policy of deploy/iam. Fails on anything that this file doesn't understand. */
export function iamPolicy(name: string): IamPolicy {
  const text = readFileSync(path.join(import.meta.dirname, `../../../deploy/iam/${name}.json`), 'utf8');
  return { text, statements: policy.parse(JSON.parse(text)).Statement };
}

/** The statements that allow this. */
export const allowing = ({ statements }: IamPolicy, { action, arn, context = {} }: Asked) =>
  statements.filter(
    ({ Action, Resource, Condition = {} }) =>
      Action.includes(action) &&
      Resource.some((pattern) => isLike(pattern, arn)) &&
      Object.entries(Condition.StringEquals ?? {}).every(([key, value]) => context[key] === value) &&
      Object.entries(Condition.ArnLike ?? {}).every(([key, pattern]) => isLike(pattern, context[key] ?? '')),
  );

/** IAM's `*`, which also stands for a colon or a slash. */
const isLike = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.$]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(text);
