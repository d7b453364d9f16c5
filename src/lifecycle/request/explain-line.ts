import { type Answer, line as command, note } from '../../answer/answer.ts';
import { answerTo, type ParsedLine, parseCommand } from '../../command-line/parse-command.ts';
import { prepareAs } from '../../command-line/prepare-request.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { type ContextDependencies, personOf } from '../../evaluate/build-context.ts';
import { deniedBeforeLookUp } from '../../evaluate/denied-before-look-up.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { Decision } from '../../policy/decide.ts';
import { explainDecision } from '../../policy/explain-decision.ts';
import { changeFrom, evaluateRequested } from './evaluate-request.ts';

/**
 * Explains the policy's decision on a line that this person would type: in `account`, unless the line names another one.
 * Evaluates the line like a preview, so it only reads. Shows the reasons only to a person who may read in the account.
 */
export async function explainLine(
  line: string,
  account: string,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Answer> {
  const parsed = parseCommand(line);
  const typed = note({ bold: 'Command: ' }, command(line));
  const explained = preparedFrom(parsed);
  if (!explained) return parsed.kind === 'prepared' ? [typed] : [typed, ...answerTo(parsed)];
  const { prepared, why } = explained;
  const decision = await decisionOn(prepared, account, replyTo, deps);
  const person = await personOf(replyTo.person, deps);
  return [typed, ...explainDecision({ decision, person, why, ticket: prepared.ticket }, deps.policy)];
}

async function decisionOn(
  line: Prepared<Context>,
  account: string,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Decision> {
  const { offline, risk } = line.operation;
  // An offline operation runs for everyone who may read in any account, and so for everyone who may ask this.
  if (offline) return { kind: 'run' };
  const requested = changeFrom(line);
  const prepared = mapNonEmpty(requested.prepared, (step) => ({ ...step, account: step.account ?? account }));
  const unseen = await deniedBeforeLookUp(risk === 'reads' ? 'read' : 'change', prepared, replyTo, deps);
  return unseen?.denial ?? (await evaluateRequested({ ...requested, prepared }, replyTo, deps)).decision;
}

/** Returns the request of a line. A line that lacks only a reason is also explained, since a reason never changes a decision. */
function preparedFrom(
  parsed: ParsedLine,
): { readonly prepared: Prepared<Context>; readonly why: string | undefined } | undefined {
  if (parsed.kind === 'help') return undefined;
  if (parsed.kind === 'prepared') return { prepared: parsed.prepared, why: parsed.prepared.reason };
  const { operation, problems, raw } = parsed;
  if (raw.why || problems.some(({ field }) => field !== 'why')) return undefined;
  const preparation = prepareAs(operation, { ...raw, why: 'to be written' });
  return preparation.kind === 'prepared' ? { prepared: preparation.prepared, why: undefined } : undefined;
}
