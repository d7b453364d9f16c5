import { offerCandidates } from '../answer/offer-candidates.ts';
import { UserError } from '../answer/user-error.ts';
import { readStepReference } from '../core/step-reference.ts';
import { swapped } from './either-order.ts';
import type { Fields, RawArgs } from './operation.ts';
import { valuesIn } from './read-fields.ts';

/** The arguments of a request, looked up at the cloud API. */
export interface ResolvedFields {
  /** The value of each field; for a reference the thing that its words name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The words of the request, with every name replaced by the id of the thing that it means. */
  readonly byId: RawArgs;
}

/**
 * Looks up what the words of all references name. With `eitherOrder`, the two fields that may be typed in either order, the
 * other order is tried if a look-up fails with a `UserError`. `raw` is normalized. Rejects as the
 * first look-up does; where it fails for what may be meant by a name, with a button for each, on the line that `lineOf` writes.
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
