import { CloudApiError, type FailureKind } from '../cloud/model/cloud-error.ts';
import { type Button, buttons, type Part } from '../core/answer.ts';
import type { Prepared } from '../core/operation.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { hasForm, openForm } from './parse/form.ts';

/** Failures that may pass within a minute without any action. */
const passing: readonly FailureKind[] = ['unauthenticated', 'service-error', 'unreachable', 'timed-out'];

const mayPass = (error: unknown): boolean =>
  error instanceof CloudApiError ? passing.includes(error.kind) : !(error instanceof UserError);

/** Buttons for a request that failed and changed nothing: run it again as it is, or open its form. */
export function retryButtons({ operation, line }: Prepared<Context>, error: unknown): Part[] {
  const offered: Button[] = [
    ...(mayPass(error) ? [{ label: 'Try Again', action: { line } }] : []),
    ...(hasForm(operation) ? [openForm(line)] : []),
  ];
  return offered.length > 0 ? [buttons(...offered)] : [];
}
