import { type AssessedRule, type Assessment, type Basis, rulesOf } from '../../change/model/basis.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import { sha256 } from '../../core/sha256.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import { resourceIn } from '../../evaluate/resource-in.ts';
import { type Rule, withRuleContent } from '../../network/network-change.ts';
import { productOf } from '../../network/product.ts';
import type { Snapshot } from '../../operation/snapshot.ts';
import { referencesOf } from '../../operation/step-results.ts';
import type { Timing } from '../../time/timing.ts';
import { changedByEarlier } from './earlier-results.ts';

/*
 * The basis on which the steps of a change were evaluated, and the differences between two evaluations: at each vote, and before a step runs.
 */

/** Returns the basis of each step, which is small enough to be stored with it, and the firewall policies of all steps. */
export function basisOfSteps(
  steps: NonEmpty<EvaluatedStep>,
  states: readonly (Snapshot | undefined)[],
  timings: readonly Timing[],
): { readonly basis: NonEmpty<Basis>; readonly assessment: Assessment } {
  const assessment = assess(steps);
  const basis = mapNonEmpty(steps, (step, index) =>
    basisOf(step, rulesOf(assessment, index), states[index], timings[index]),
  );
  return { basis, assessment };
}

/** Collects the policies of each scope once. */
function assess(steps: NonEmpty<EvaluatedStep>): Assessment {
  const scopes = [...new Set(steps.map(({ present }) => present))];
  return {
    scopes: scopes.map((rules) =>
      rules
        .map((rule) => ({ id: rule.id, hash: sha256(essence(rule)) }))
        .sort((one, other) => one.id.localeCompare(other.id)),
    ),
    steps: steps.map(({ present, before }) => ({
      scope: scopes.indexOf(present),
      changed: [...changedByEarlier(before)],
    })),
  };
}

function basisOf(
  { prepared, plan, context, before, rules: found }: EvaluatedStep,
  rules: readonly AssessedRule[] | undefined,
  state: Snapshot | undefined,
  timing: Timing = {},
): Basis {
  const { raw, title, already } = plan;
  const subject = state && fingerprint(state);
  const words = Object.entries(raw).sort(([a], [b]) => a.localeCompare(b));
  const resource = resourceIn({ plan, context });
  const sameBefore = resource === undefined ? [] : before.filter((earlier) => earlier.resource === resource);
  // The results of an earlier step are not differences.
  return {
    hash: sha256([
      prepared.operation.id,
      words,
      title,
      rules,
      subject ?? null,
      timing,
      already ?? null,
      ...trafficIn({ prepared, plan, rules: found }, sameBefore.length > 0),
    ]),
    title,
    ...(subject !== undefined && { subject }),
    ...(already !== undefined && { already }),
  };
}

/**
 * Returns the traffic that a step depends on and that the compared firewall policies lack: that of a public IP, or that of a
 * policy that an earlier step changes. The traffic of a public IP is left out after an earlier step, since the cloud API may
 * extend it.
 */
function trafficIn(
  {
    prepared: { operation },
    plan: { networkChange, raw },
    rules,
  }: Pick<EvaluatedStep, 'prepared' | 'plan' | 'rules'>,
  isChangedBefore: boolean,
): readonly unknown[] {
  if (!networkChange) return [];
  if (networkChange.scope.kind === 'public')
    return networkChange.change === 'updates' && !isChangedBefore ? [essence(networkChange.before)] : [];
  const { traffic } = withRuleContent(networkChange, rules);
  const isKnown = isChangedBefore && referencesOf(operation, raw).length === 0;
  return isKnown && 'sources' in traffic ? [productOf(traffic)] : [];
}

/** Omits the status, since a policy that becomes active is unchanged, and the summary, which is redundant. */
const essence = ({ status: _, summary: __, ...rest }: Rule) => rest;

/** Returns whether steps and their bases are unchanged. */
export const isUnchanged = (before: readonly Basis[], now: readonly Basis[]): boolean =>
  before.length === now.length && before.every(({ hash }, index) => hash === now[index]?.hash);

/** The basis of steps, as stored or as currently evaluated. */
interface Assessed {
  readonly basis: readonly Basis[];
  /** By step; undefined if the policies are no longer known. */
  readonly rules: readonly (readonly AssessedRule[] | undefined)[];
}

/** Returns the basis of a change's steps, or only of the one at `step`, with the firewall policies of each. */
export function assessed(
  basis: readonly Basis[],
  assessment: Assessment | undefined,
  step?: number,
): Assessed {
  const steps = step === undefined ? [...basis.keys()] : [step];
  return {
    basis: steps.flatMap((index) => basis[index] ?? []),
    rules: steps.map((index) => rulesOf(assessment, index)),
  };
}

/** Returns the distinct differences between two evaluations, each a sentence. */
export const differences = (before: Assessed, now: Assessed): readonly string[] => [
  ...new Set(
    before.basis.flatMap((was, index) => {
      const is = now.basis[index];
      return is ? differencesOf(was, is, before.rules[index], now.rules[index]) : [];
    }),
  ),
];

function differencesOf(
  before: Basis,
  now: Basis,
  rulesBefore: readonly AssessedRule[] | undefined,
  rulesNow: readonly AssessedRule[] | undefined,
): readonly string[] {
  // The change has been made already, and the other differences come from that.
  if (now.already !== undefined && now.already !== before.already) return [now.already];
  const sentences = [
    ...(before.title === now.title ? [] : [`It would now ${now.title}.`]),
    ...(before.subject === now.subject ? [] : ['Somebody has changed what this would undo.']),
    ...(rulesBefore && rulesNow ? changesIn(rulesBefore, rulesNow) : []),
  ];
  if (sentences.length > 0 || before.hash === now.hash) return sentences;
  return ['What it was compared with has changed.'];
}

function changesIn(before: readonly AssessedRule[], now: readonly AssessedRule[]): readonly string[] {
  const was = new Map(before.map(({ id, hash }) => [id, hash]));
  const is = new Map(now.map(({ id, hash }) => [id, hash]));
  return [
    ...[...is.keys()].filter((id) => !was.has(id)).map((id) => `Firewall policy ${id.slice(0, 8)} is new.`),
    ...[...was.keys()].filter((id) => !is.has(id)).map((id) => `Firewall policy ${id.slice(0, 8)} is gone.`),
    ...[...is]
      .filter(([id, text]) => was.has(id) && was.get(id) !== text)
      .map(([id]) => `Firewall policy ${id.slice(0, 8)} was changed.`),
  ];
}
