import { type Answer, line as command, note } from '../answer/answer.ts';
import { answerTo, type ParsedLine, parseCommand } from '../command-line/parse-command.ts';
import { readPlan } from '../command-line/plan-steps.ts';
import { prepareAs } from '../command-line/prepare-request.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { type Decision, denialOf } from '../policy/decide.ts';
import { explainDecision } from '../policy/explain-decision.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import type { Timing } from '../time/timing.ts';
import { evaluateIn, type OpenedBy } from './evaluate-in.ts';
import { expandTargets } from './expand-targets.ts';

interface ExplainDependencies {
  readonly policy: Policy;
  /** The requester, as Slack knows them now. */
  readonly person: () => Promise<Person>;
  /** What operations may use in an account; without one, in the account of the explanation. */
  readonly contextIn: (account: string | undefined) => Context;
  readonly openedBy: OpenedBy;
  /** When a request would start and end. */
  readonly timingOf: (prepared: Prepared<Context>) => Promise<Timing>;
}

/**
 * What the policy decides on a line that this person would type, and why. It evaluates the line as a preview does, so it reads
 * only, and shows the reasons for the decision only to a person who may read there.
 */
export async function explainLine(line: string, deps: ExplainDependencies): Promise<Answer> {
  const { policy } = deps;
  const parsed = parseCommand(line);
  const typed = note({ bold: 'Command: ' }, command(line));
  const explained = preparedFrom(parsed);
  if (!explained) return parsed.kind === 'prepared' ? [typed] : [typed, ...answerTo(parsed)];
  const { prepared, why } = explained;
  const person = await deps.person();
  const decision = await decisionOn(prepared, Promise.resolve(person), deps);
  return [typed, ...explainDecision({ decision, person, why, ticket: prepared.ticket }, policy)];
}

async function decisionOn(
  prepared: Prepared<Context>,
  person: Promise<Person>,
  { policy, contextIn, openedBy, timingOf }: ExplainDependencies,
): Promise<Decision> {
  // An offline operation runs for all who may read in any account, and so for all who may ask this.
  if (prepared.operation.offline) return { kind: 'run' };
  const plan = prepared.plan && readPlan(prepared.plan, prepared.raw);
  const requested = plan && 'prepared' in plan ? plan.prepared : [prepared];
  const asking = await person;
  const unseen = requested
    .map(({ account }) => contextIn(account).service.alias)
    .find((account) => !may('read', asking, account, policy));
  if (unseen !== undefined)
    return denialOf(prepared.operation.risk === 'reads' ? 'read' : 'change', asking, unseen, policy);
  if (plan && 'prepared' in plan) {
    const stepOf = async (step: Prepared<Context>, index: number) => ({
      prepared: step,
      known: { ...(await timingOf(step)), ...(index > 0 && { after: index - 1 }) },
      context: contextIn(step.account),
    });
    const steps = await Promise.all(mapNonEmpty(plan.prepared, stepOf));
    return (await evaluateIn(steps, person, policy, openedBy, { ifAlreadySo: 'refuse' })).decision;
  }
  const context = contextIn(prepared.account);
  const steps = await expandTargets(prepared, context, policy.maxTargets);
  const known = await timingOf(prepared);
  const request = mapNonEmpty(steps, (step) => ({ prepared: step, known, context }));
  return (await evaluateIn(request, person, policy, openedBy, { ifAlreadySo: 'exclude' })).decision;
}

/** The request of a line. One that lacks nothing but a reason is explained too, since a reason never changes a decision. */
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
