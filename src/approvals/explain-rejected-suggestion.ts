import { preparedFrom } from '../commands/parse/prepare-request.ts';
import type { Approval } from '../core/approval.ts';
import type { NetworkChange } from '../core/network-change.ts';
import type { Prepared, RawArgs } from '../core/operation.ts';
import type { Context } from '../operations/shared/context.ts';
import { isNoWider } from '../policy/narrower.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';

interface Proposed {
  readonly entered: RawArgs;
  readonly approval: Approval;
  readonly asked: Prepared<Context>;
  /** What was asked for opens this. */
  readonly from: NetworkChange;
}

/**
 * Why a proposal is not narrower, each a sentence: every field that opens more when it alone is as proposed. Where none
 * does, all of it opens just as much.
 */
export async function tooWide(proposed: Proposed, deps: ContextDependencies): Promise<readonly string[]> {
  const { entered, approval, asked } = proposed;
  const context = await contextFor(asked.account, approval.place, deps);
  const wider = await Promise.all(
    Object.entries(entered).map(async ([field, words]) =>
      (await isWider(field, words, proposed, context)) ? [field] : [],
    ),
  );
  const sentences = wider.flat().map((field) => {
    const label = asked.operation.fields[field]?.label ?? field;
    return `“${label}” opens more: it has to stay within ${approval.raw[field]}.`;
  });
  return sentences.length > 0 ? sentences : ['It opens just as much.'];
}

async function isWider(
  field: string,
  words: string,
  { approval, from }: Proposed,
  context: Context,
): Promise<boolean> {
  const raw = { ...approval.raw, [field]: words };
  const prepared = preparedFrom({ operation: approval.operation, raw });
  if (!prepared) return false;
  const { networkChange } = await prepared.resolve(context);
  return networkChange !== undefined && !isNoWider(networkChange, from);
}
