import { resubmit } from '../commands/parse/parse-command.ts';
import type { Approval } from '../core/approval.ts';
import type { Prepared } from '../core/operation.ts';
import type { Context } from '../operations/shared/context.ts';

/** The request behind an approval as today's code reads it; undefined when it no longer does. */
export function reconsider({ operation, raw }: Approval): Prepared<Context> | undefined {
  const submitted = resubmit(operation, raw);
  return 'prepared' in submitted ? submitted.prepared : undefined;
}
