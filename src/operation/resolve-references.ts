import { offerCandidates } from '../answer/offer-candidates.ts';
import { UserError } from '../answer/user-error.ts';
import { readStepReference } from '../core/step-reference.ts';
import { swapped } from './either-order.ts';
import type { Fields, RawArgs } from './operation.ts';
import { valuesIn } from './read-fields.ts';

/** The arguments of a request, looked up at the cloud API. */
export interface ResolvedFields {
  /** The value of each field; for a reference, the thing that its words name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The words of the request, with every name replaced by its id. */
  readonly byId: RawArgs;
}

/**
 * Looks up the things that references name. If a look-up fails with a `UserError`, the two fields of `eitherOrder` are swapped
 * and tried again. `raw` is normalized. Rejects with the error of the first order. If that has candidates, it gets a button for
 * each with the command from `lineOf`.
 */
export async function resolveReferences<Context>(
  fields: Fields<Context>,
  eitherOrder: readonly [string, string] | undefined,
  raw: RawArgs,
  context: Context,
  lineOf: (raw: RawArgs) => string,
): Promise<ResolvedFields> {
  try {
    return await lookUp(fields, raw, context, lineOf);
  } catch (error) {
    const reordered = eitherOrder && error instanceof UserError && swapped(eitherOrder, fields, raw);
    if (!reordered) throw error;
    return lookUp(fields, reordered, context, lineOf).catch(() => Promise.reject(error));
  }
}

async function lookUp<Context>(
  fields: Fields<Context>,
  raw: RawArgs,
  context: Context,
  lineOf: (raw: RawArgs) => string,
): Promise<ResolvedFields> {
  const parsed = valuesIn(fields, raw).values;
  const values: Record<string, unknown> = {};
  const byId: Record<string, string> = { ...raw };
  await Promise.all(
    Object.entries(fields).map(async ([name, { reference, takes }]) => {
      const earlier = takes && reference?.standIn && readStepReference(raw[name] ?? '');
      if (earlier) {
        values[name] = reference.standIn?.(earlier);
        return;
      }
      values[name] = reference
        ? await reference.find(parsed[name], context, raw).catch((error: unknown) => {
            throw offerCandidates(error, (words) => lineOf({ ...raw, [name]: words }));
          })
        : parsed[name];
      if (reference) byId[name] = reference.pin(values[name]);
    }),
  );
  return { values, byId };
}
