import { type Button, commandButton } from '../../answer/answer.ts';
import { findingId } from '../../drift/finding-id.ts';
import { join } from '../../operation/words.ts';
import type { Listed } from './open-findings.ts';
import { putBack, type Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';

/** The reason that approvers and the audit log get, unless the person who puts it back writes another. */
const why = 'Put back what was changed outside Skydesk';

/**
 * The buttons of what was made outside Skydesk and is still so: one previews the change that puts it back, if a command does, and one
 * opens the form by which a person adopts it. None of anything else.
 */
export function findingButtons({ finding, set, index, isOpen }: Listed, context: Writes): readonly Button[] {
  if (!isOpen) return [];
  const about = differenceInWords(finding, context.service).name;
  const back = putBack(finding, context);
  const { line: form } = context.command('changed.adopt', { finding: findingId(set, index), reason: '' });
  return [
    ...(back ? [{ ...commandButton('Put It Back', lineOf(back)), about }] : []),
    { label: 'Adopt…', about, action: { form } },
  ];
}

function lineOf({ command, warning }: NonNullable<ReturnType<typeof putBack>>): string {
  const reason = [why, warning].filter(Boolean).join('. ');
  return `${command.line} ${join([{ key: 'why', text: reason }])}`;
}
