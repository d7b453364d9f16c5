import { offerCandidates } from '../../answer/offer-candidates.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Prepared } from '../../operation/operation.ts';
import { writeCommand } from '../../operation/write-command.ts';
import type { Context } from '../../operations/context/context.ts';

/**
 * Adds a button per candidate to the error of a runbook's step. The button reruns the runbook with the candidate as its
 * parameter. Returns any other error unchanged.
 */
export function offerInRunbook(
  error: unknown,
  { plan, prepared }: { readonly plan?: Prepared<Context>; readonly prepared: readonly Prepared<Context>[] },
): unknown {
  if (!(error instanceof UserError) || plan?.plan?.name === undefined) return error;
  const step = prepared.find((one) => one.step === error.step);
  const [parameter, ...others] = step ? parametersNaming(step, plan) : [];
  if (parameter === undefined || others.length > 0) return error;
  return offerCandidates(error, (words) => writeCommand(plan.operation, { ...plan.raw, [parameter]: words }));
}

/** Returns the parameters that are the whole value of a field which refers to a resource of the cloud API. */
const parametersNaming = (
  { operation: { fields }, raw }: Prepared<Context>,
  plan: Prepared<Context>,
): readonly string[] =>
  Object.keys(plan.operation.fields).filter((parameter) =>
    Object.entries(fields).some(
      ([name, { reference }]) => reference && raw[name] !== undefined && raw[name] === plan.raw[parameter],
    ),
  );
