import { type Answer, type Button, buttons, commandButton, note } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { findingId } from '../../drift/finding-id.ts';
import { join } from '../../operation/words.ts';
import { findingText } from './finding-text.ts';
import type { Listed } from './open-findings.ts';
import { putBack, type Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';

/** Default reason for approvers and the audit log. */
const why = 'Put back what was changed outside Skydesk';

const noLongerCurrent = ' · no longer current';

/** Renders a finding with its buttons while it is open. They stand in a row, since the menu of a line takes no long command. */
export function findingParts(
  listed: Listed,
  context: Writes,
  text = findingText(listed, context.service),
): Answer {
  if (!listed.isOpen) return [note(...text, listed.adopted ? '' : noLongerCurrent)];
  return [
    note(...text, whyNotPutBack(listed, context)),
    buttons(...putBackButtons(listed, context), ...adoptButtons(listed, context)),
  ];
}

/** Returns the button that previews the change which puts a finding back; empty if it isn’t open or no command can do it. */
export function putBackButtons({ finding, isOpen, end }: Listed, context: Writes): readonly Button[] {
  const back = isOpen ? putBack(finding, context) : undefined;
  const about = differenceInWords(finding, context.service).name;
  return back
    ? [{ ...commandButton('Put It Back', lineOf(back, finding.after ? undefined : end?.at)), about }]
    : [];
}

/** Explains that no command can put back an open finding; empty if one can, or if its text says what isn’t known. */
export const whyNotPutBack = ({ finding, isOpen }: Listed, context: Writes): string =>
  isOpen && finding.by.kind === 'outside' && !putBack(finding, context)
    ? ' · no command can put it back'
    : '';

/** Returns the button that opens the form for adopting a finding; empty if it isn’t open. */
export function adoptButtons({ finding, set, index, isOpen }: Listed, context: Writes): readonly Button[] {
  const { line: form } = context.command('changed.adopt', { finding: findingId(set, index), reason: '' });
  const about = differenceInWords(finding, context.service).name;
  return isOpen ? [{ label: 'Adopt…', about, action: { form } }] : [];
}

/** Returns the command, with the rest of the end of what was removed. */
function lineOf(
  { command, warning }: NonNullable<ReturnType<typeof putBack>>,
  endsAt: Instant | undefined,
): string {
  const reason = [why, warning].filter(Boolean).join('. ');
  const ends = endsAt === undefined ? [] : [{ key: 'ends', text: new Date(endsAt).toISOString() }];
  return `${command.line} ${join([...ends, { key: 'why', text: reason }])}`;
}
