import { CloudApiError, type FailureKind } from '../cloud/model/cloud-error.ts';
import { type Part, type Step, steps } from '../core/answer.ts';
import { UserError } from '../core/user-error.ts';
import { hasForm, openForm } from './parse/form.ts';
import { submit } from './parse/parse-command.ts';

/** What may be over in a minute, with nobody doing anything about it. */
const passing: readonly FailureKind[] = ['unauthenticated', 'service-error', 'unreachable', 'timed-out'];

const mayPass = (error: unknown): boolean =>
  error instanceof CloudApiError ? passing.includes(error.kind) : !(error instanceof UserError);

/** Buttons for a line that failed and changed nothing, so that nobody types it again: as it is, or in its form. */
export function again(line: string, error: unknown): Part[] {
  const submitted = submit(line);
  if ('answer' in submitted) return [];
  const buttons: Step[] = [
    ...(mayPass(error) ? [{ label: 'Try again', does: { line } }] : []),
    ...(hasForm(submitted.prepared.operation) ? [openForm(line)] : []),
  ];
  return buttons.length > 0 ? [steps(...buttons)] : [];
}
