import { type Button, commandButton } from '../../answer/answer.ts';
import { join } from '../../operation/words.ts';
import type { Listed } from './open-findings.ts';
import { putBack, type Writes } from './put-it-back.ts';
import { differenceInWords } from './state-in-words.ts';

/** The reason that approvers and the audit log get, unless the person who puts it back writes another. */
const why = 'Put back what was changed outside Skydesk';

/** The button that previews the change which puts something back, while it is so; none if no command does. */
export function putBackButtons(
  { finding, isOpen }: Pick<Listed, 'finding' | 'isOpen'>,
  context: Writes,
): readonly Button[] {
  const back = isOpen ? putBack(finding, context) : undefined;
  if (!back) return [];
  const { name } = differenceInWords(finding, context.service);
  const reason = [why, back.warning].filter(Boolean).join('. ');
  const line = `${back.command.line} ${join([{ key: 'why', text: reason }])}`;
  return [{ ...commandButton('Put It Back', line), about: name }];
}
