import { type Button, buttons, type Part } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { CloudApiError, type FailureKind } from '../../cloud/model/cloud-error.ts';
import { isChange, openForm } from '../../command-line/form.ts';
import { isRefused } from '../../core/call-failed.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';

/** Failures that may resolve themselves within a minute. */
const passing: readonly FailureKind[] = ['unauthenticated', 'service-error', 'unreachable', 'timed-out'];

const mayPass = (error: unknown): boolean =>
  error instanceof CloudApiError
    ? passing.includes(error.kind)
    : !(error instanceof UserError || isRefused(error));

/** Returns buttons for a request that failed without changes: rerun it, or open its form. */
export function retryButtons({ operation, line }: Prepared<Context>, error: unknown): Part[] {
  const offered: Button[] = [
    ...(mayPass(error) ? [{ label: 'Try Again', action: { line } }] : []),
    ...(isChange(operation) ? [openForm(line)] : []),
  ];
  return offered.length > 0 ? [buttons(...offered)] : [];
}
