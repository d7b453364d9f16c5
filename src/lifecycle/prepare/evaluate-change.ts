import type { Text } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Basis } from '../../change/model/basis.ts';
import type { Step, Undone } from '../../change/model/step.ts';
import { titleOf } from '../../change/model/titles.ts';
import { grouped } from '../../core/grouped.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import { sha256 } from '../../core/sha256.ts';
import { againstEnds } from '../../evaluate/against-ends.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import {
  type EvaluatedStep,
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  requestedStep,
} from '../../evaluate/evaluate.ts';
import { type PresentState, readUndone } from '../../evaluate/read-undone.ts';
import { resourceIn } from '../../evaluate/resource-in.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import { withRuleContent } from '../../network/network-change.ts';
import { opensAccess } from '../../network/opens-access.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { TrafficPath } from '../../picture/traffic-path.ts';
import type { Decision } from '../../policy/decide.ts';
import { whereNobodyIsLeft } from '../../policy/missing-groups.ts';
import type { Policy } from '../../policy/policy.ts';
import { score, sum } from '../../policy/risk.ts';
import { riskLine } from '../../policy/risk-line.ts';
import type { Timing } from '../../time/timing.ts';
import { withDistinctTitles } from './distinct-titles.ts';
import { impactOfSteps, serverCounts } from './impact-of-steps.ts';
import { requireResults } from './kept-results.ts';
import { pathOfSteps } from './path-of-steps.ts';
import { phraseOfStep } from './phrase-of-step.ts';
import { sharedWarnings } from './shared-warnings.ts';
import { basisOf } from './still-agreed.ts';

/** An evaluated change, with the basis for its confirmation or approval. */
export interface ChangeEvaluation extends Evaluation {
  /** The title of the change: the titles of its steps. */
  readonly title: string;
  /** The impact of the change in words, each a sentence. */
  readonly impact: readonly string[];
  /** Other facts for its readers. */
  readonly warnings: readonly Text[];
  /** The impact in a few words, to be joined with others; undefined for a change without effect on the network. */
  readonly impactLine?: string | undefined;
  /** The traffic that it opens, for a picture; undefined if it opens nothing or has several steps. */
  readonly path?: TrafficPath | undefined;
  /** Start and end of each step. */
  readonly timings: NonEmpty<Timing>;
  /** The risk and the required approvals, in one line; undefined for a change without risk. */
  readonly riskLine?: string | undefined;
  /** The risk points of each of several steps by itself; empty for a single one. */
  readonly risks: readonly number[];
  /** SHA-256 of the policy that was applied. */
  readonly policy: string;
  /** What people agree to in each step. */
  readonly basis: NonEmpty<Basis>;
  /** The current state of the resource that each step would restore; undefined for a step that is not an Undo. */
  readonly states: readonly (PresentState | undefined)[];
}

/**
 * Upper bound for the title of a change, in characters. Slack gets at most 1,000 characters of a text (plain-text.ts),
 * including other words. Nobody should approve a change whose title is cut.
 */
const maxTitle = 950;

/** Upper bound for its impact, in characters. A message has room for 12,000 (draw.ts), including all other parts. */
const maxImpact = 5000;

function refuseCut(what: string, { length }: string, max: number): void {
  if (length <= max) return;
  const fits = `${grouped(length)} characters, and ${grouped(max)} fit where it is confirmed and approved`;
  throw new UserError(`In words ${what} takes ${fits}.`, { next: 'Name fewer things in one request.' });
}

/** Properties of a change besides its commands. */
interface EvaluationOptions extends EvaluateOptions {
  /** For an Undo, the step that each of its steps undoes. */
  readonly undoes?: readonly (Pick<Undone, 'id' | 'subject' | 'state'> | undefined)[] | undefined;
  /** Whether nobody reads the impact, so that servers need not be counted. */
  readonly isRepeated?: boolean;
}

/** Evaluates the steps of a change together. Reads only. Rejects with a `UserError` if the change is too long to be shown. */
export async function evaluateChange(
  prepared: NonEmpty<Prepared<Context>>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
  { undoes = [], isRepeated = false, ...options }: EvaluationOptions = {},
): Promise<ChangeEvaluation> {
  const evaluation = await evaluate(prepared, replyTo, deps, { ...options, againstEnds });
  const { decision } = evaluation;
  const kept = (options.known ?? []).flatMap(({ retries }) => retries?.kept ?? []);
  if (decision.kind !== 'deny') await requireResults(kept, replyTo, deps);
  const steps = withDistinctTitles(evaluation.steps);
  const states = await mapConcurrently([...steps.entries()], async ([index, { context }]) => {
    const undone = undoes[index];
    return undone && readUndone(undone, context);
  });
  const title = titleOf({ steps: steps.map(({ resolved }) => resolved) });
  refuseCut('this change', title, maxTitle);
  const inWords = impactOfSteps(steps, isRepeated ? [] : await serverCounts(steps));
  if (!isRepeated) refuseCut('the impact of this change', inWords.impact.join(' '), maxImpact);
  const timings = mapNonEmpty(steps, (step): Timing => timingIn(step.known));
  return {
    ...evaluation,
    steps,
    title,
    timings,
    warnings: [
      ...nobodyLeft(evaluation, deps.policy),
      ...sharedWarnings(steps.map(({ resolved }) => resolved)),
    ],
    ...inWords,
    riskLine: riskLineOf(decision, deps.policy),
    path: pathOfSteps(steps),
    risks: steps.length > 1 ? steps.map((step) => sum(score([requestedStep(step)], deps.policy))) : [],
    policy: sha256(deps.policy),
    // Of each step as it is evaluated alone, later.
    basis: mapNonEmpty(evaluation.steps, (step, index) => basisOf(step, states[index], timings[index])),
    states,
  };
}

/** Warns that nobody is left who may approve it, because Slack lists no members of the approvers’ user groups. */
export const nobodyLeft = (
  { decision, requester }: Pick<Evaluation, 'decision' | 'requester'>,
  policy: Policy,
): readonly string[] =>
  decision.kind === 'requestApproval' ? whereNobodyIsLeft(decision.accounts, requester, policy) : [];

/** Returns the risk and the required approvals in one line; undefined for a change without risk. */
export const riskLineOf = (decision: Decision, policy: Policy): string | undefined =>
  (decision.kind === 'requestApproval' || decision.kind === 'confirm') && decision.points.length > 0
    ? riskLine(decision, policy)
    : undefined;

/** Picks the timing of a step, or of a typed command. */
const timingIn = ({ startsAt, ends }: Timing = {}): Timing => ({
  ...(startsAt !== undefined && { startsAt }),
  ...(ends && { ends }),
});

/** Returns a step as it is stored: with ids in place of names, and with its start and end. */
const stepFrom = ({ prepared, resolved, context, known, rules }: EvaluatedStep, risk: number): Step => ({
  operation: prepared.operation.id,
  raw: resolved.raw,
  account: context.service.alias,
  line: prepared.line,
  title: resolved.title,
  action: resolved.action,
  phrase: phraseOfStep({ resolved, rules }),
  ...(risk > 0 && { risk }),
  targets: resolved.targets,
  ...(resolved.target && { target: resolved.target }),
  ...(known?.ends && resolved.networkChange && { networkChange: resolved.networkChange }),
  ...openedBy(resolved, rules),
  ...(resolved.changes && { resource: resourceIn({ resolved, context }) }),
  ...(resolved.until !== undefined && { until: resolved.until }),
  ...(resolved.changes && resolved.keys && { keys: resolved.keys }),
  ...timingIn(known),
  ...(known?.after !== undefined && { after: known.after }),
  ...(known?.undoes && { undoes: known.undoes }),
  ...(known?.retries && { retries: known.retries }),
});

/** Returns the access that a step opens; nothing for one that moves the end of another. */
function openedBy(
  { networkChange, evaluatedAs }: EvaluatedStep['resolved'],
  rules: EvaluatedStep['rules'],
): Pick<Step, 'opened'> {
  if (!networkChange || evaluatedAs || !opensAccess(networkChange)) return {};
  const { scope, traffic } = withRuleContent(networkChange, rules);
  return { opened: { scope, traffic } };
}

/** Returns the steps of a change as they are stored. */
export const stepsFrom = ({ steps, risks }: Pick<ChangeEvaluation, 'steps' | 'risks'>): NonEmpty<Step> =>
  mapNonEmpty(steps, (step, index) => stepFrom(step, risks[index] ?? 0));
