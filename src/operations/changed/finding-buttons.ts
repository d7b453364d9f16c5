import { type Answer, type Button, buttons, commandButton, note } from '../../answer/answer.ts';
import { findingId } from '../../drift/finding-id.ts';
import { join } from '../../operation/words.ts';
import { findingText } from './finding-text.ts';
import type { Listed } from './open-findings.ts';
import { putBack, type Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';

/** The reason that approvers and the audit log get, unless the person who puts it back writes another. */
const why = 'Put back what was changed outside Skydesk';

const noLongerCurrent = ' · no longer current';

/** Tells a finding in these words, with what can be done about it while it is open: in a row, since the menu of a line takes no long command. */
export function findingParts(
  listed: Listed,
  context: Writes,
  text = findingText(listed, context.service),
): Answer {
  if (!listed.isOpen) return [note(...text, listed.adopted ? '' : noLongerCurrent)];
  return [note(...text), buttons(...putBackButtons(listed, context), ...adoptButtons(listed, context))];
}

/**
 * The button that previews the change which puts back what was made outside, while it is so; none if nothing
 * does.
 */
export function putBackButtons({ finding, isOpen }: Listed, context: Writes): readonly Button[] {
  const back = isOpen ? putBack(finding, context) : undefined;
  const about = differenceInWords(finding, context.service).name;
  return back ? [{ ...commandButton('Put It Back', lineOf(back)), about }] : [];
}

/** The button that opens the form by which a person adopts it; none if there is nothing to adopt. */
export function adoptButtons({ finding, set, index, isOpen }: Listed, context: Writes): readonly Button[] {
  const { line: form } = context.command('changed.adopt', { finding: findingId(set, index), reason: '' });
  const about = differenceInWords(finding, context.service).name;
  return isOpen ? [{ label: 'Adopt…', about, action: { form } }] : [];
}

function lineOf({ command, warning }: NonNullable<ReturnType<typeof putBack>>): string {
  const reason = [why, warning].filter(Boolean).join('. ');
  return `${command.line} ${join([{ key: 'why', text: reason }])}`;
}
