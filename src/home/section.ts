import { type Answer, failed, heading, line } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import type { Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { inWords } from '../evaluate/describe-error.ts';
import { TimeoutError, withTimeout } from '../evaluate/with-timeout.ts';
import { commandWords, type OperationId } from '../operations/context/command-link.ts';

const timeoutMs: Millis = 4000;

/** A section of the Home tab, loaded independently of the others. */
export interface Section {
  readonly title: string;
  /** The operation that shows the same content in a message. */
  readonly command: OperationId;
  read(): Promise<Answer>;
}

/** Renders a section; empty without content. If it fails or times out, the section shows the reason and the remedy. */
export async function show(
  { title, command, read }: Section,
  { log }: { readonly log: Log },
): Promise<Answer> {
  try {
    const content = await withTimeout(timeoutMs, read());
    return content.length === 0 ? [] : [heading(title), ...content];
  } catch (error) {
    log('section not shown', { title, error: errorName(error) });
    return [
      heading(title),
      failed(`${whyNot(error)} Or run `, line(commandWords(command)), ' in a channel.'),
    ];
  }
}

/** Explains why a section is not shown, and what to do. */
export function whyNot(error: unknown): string {
  if (error instanceof CloudApiError) return inWords(error).join(' ');
  if (error instanceof TimeoutError) return 'Loading this took too long. Refresh in a minute.';
  return 'Skydesk couldn’t load this. Refresh in a minute.';
}
