import { type Answer, buttons, code, commandButton, note } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { Prepared } from '../../operation/operation.ts';
import { writeCommand } from '../../operation/write-command.ts';
import type { Context } from '../../operations/context/context.ts';
import { type Decision, freezeIn } from '../../policy/decide.ts';
import { longestSpan } from '../../time/timing.ts';

/**
 * Explains how to schedule a change that a freeze refused for the end of the freeze; empty for any other refusal. `whole` is
 * the command that requests the whole change, if there is one.
 */
export function afterFreeze(decision: Decision, whole: Prepared<Context> | undefined, now: Instant): Answer {
  const freeze = freezeIn(decision);
  if (!freeze || freeze.until > now + longestSpan) return [];
  const starts = `${new Date(freeze.until).toISOString().slice(0, 16)}Z`;
  const how = note('To start it when the freeze is over, add ', code(`starts=${starts}`), '.');
  if (!whole) return [how];
  const line = writeCommand(whole.operation, { ...whole.raw, starts });
  return [how, buttons(commandButton('Start After Freeze', line))];
}
