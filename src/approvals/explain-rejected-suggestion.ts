import { preparedSteps } from '../changes/prepare-change.ts';
import type { Step } from '../core/change.ts';
import type { NetworkChange } from '../core/network-change.ts';
import type { Prepared, RawArgs } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Context } from '../operations/shared/context.ts';
import { isNoWider } from '../policy/narrower.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';

/** A step of a request, and what was entered to narrow it. */
export interface NarrowedStep {
  readonly step: Pick<Step, 'operation' | 'raw'>;
  readonly prepared: Prepared<Context>;
  readonly entered: RawArgs;
  /** What the step opens as it was requested. */
  readonly from: NetworkChange;
}

/**
 * Why a suggestion is not narrower, each a sentence: every field that opens more when it alone is as suggested. Where none
 * does, all of it opens just as much.
 */
export async function explainRejected(
  steps: readonly NarrowedStep[],
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<readonly string[]> {
  const sentences = await Promise.all(steps.map((step) => widerFields(step, replyTo, deps)));
  return sentences.flat().length > 0 ? sentences.flat() : ['It opens just as much.'];
}

async function widerFields(
  narrowed: NarrowedStep,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<readonly string[]> {
  const { step, prepared, entered } = narrowed;
  const context = await contextFor(prepared.account, replyTo, deps);
  const wider = await Promise.all(
    Object.entries(entered).map(async ([field, words]) =>
      (await isWider(field, words, narrowed, context)) ? [field] : [],
    ),
  );
  return wider.flat().map((field) => {
    const label = prepared.operation.fields[field]?.label ?? field;
    return `“${label}” opens more: it has to stay within ${step.raw[field]}.`;
  });
}

async function isWider(
  field: string,
  words: string,
  { step, from }: NarrowedStep,
  context: Context,
): Promise<boolean> {
  const raw = { ...step.raw, [field]: words };
  const [prepared] = preparedSteps([{ operation: step.operation, raw }]) ?? [];
  if (!prepared) return false;
  const { networkChange } = await prepared.resolve(context);
  return networkChange !== undefined && !isNoWider(networkChange, from);
}
