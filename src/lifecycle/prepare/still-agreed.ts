import type { Basis } from '../../change/model/basis.ts';
import type { Judgement } from '../../change/model/change.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { sha256 } from '../../core/sha256.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import { resourceIn } from '../../evaluate/resource-in.ts';
import { type NetworkChange, type Rule, ruleOf, withRuleContent } from '../../network/network-change.ts';
import { type Content, normalForm } from '../../network/normal-form.ts';
import { isPartlyUnread } from '../../network/unread-parts.ts';
import type { Phrase } from '../../operation/phrase.ts';
import type { Snapshot } from '../../operation/snapshot.ts';
import { referencesOf } from '../../operation/step-results.ts';
import { describeImpact } from '../../policy/describe-impact.ts';
import { phraseOfTraffic } from '../../policy/phrase-of-traffic.ts';
import type { Timing } from '../../time/timing.ts';
import { changedByEarlier } from './earlier-results.ts';

/*
 * One rule for what people agreed to, confirmed or approved. A step is outdated only by itself, its times, what it does to the
 * network in words, its own resource, and when an end that waits there comes. Not by what is asked again each time (risk, policy, voters,
 * openings), by counts of servers, by the status of other policies, or by what an earlier step of its plan makes.
 */

/** Returns what people agree to in a step. It is small enough to be stored with it. */
export function basisOf(step: EvaluatedStep, state: Snapshot | undefined, timing: Timing = {}): Basis {
  const { prepared, resolved, context, before } = step;
  const { raw, title, already, until, widened } = resolved;
  const subject = state ? fingerprint(state) : widened;
  const words = Object.entries(raw).sort(([a], [b]) => a.localeCompare(b));
  const resource = resourceIn({ resolved, context });
  const sameBefore = resource === undefined ? [] : before.filter((earlier) => earlier.resource === resource);
  const { phrase = resolved.phrase, impact, itself } = networkIn(step, sameBefore.length > 0);
  return {
    hash: sha256([
      prepared.operation.id,
      words,
      title,
      phrase ?? null,
      timing,
      impact,
      itself ?? null,
      subject ?? null,
      already ?? null,
      until ?? null,
    ]),
    title,
    ...(itself && { itself }),
    ...(subject !== undefined && { subject }),
    ...(already !== undefined && { already }),
  };
}

/**
 * Returns what a step does to the network in words, and its own policy. What an earlier step changes, or gives to this one, is
 * not made yet when people agree: then only the traffic that the step leaves can be compared, if that is known.
 */
function networkIn(
  { prepared, resolved, present, rules, before }: EvaluatedStep,
  isChangedBefore: boolean,
): { readonly impact: readonly unknown[]; readonly phrase?: Phrase } & Pick<Basis, 'itself'> {
  const { networkChange, raw } = resolved;
  if (!networkChange || referencesOf(prepared.operation, raw).length > 0) return { impact: [] };
  if (isChangedBefore) {
    const { scope, traffic } = withRuleContent(networkChange, rules);
    // The cloud API may extend the traffic of a public IP.
    return { impact: 'sources' in traffic && scope.kind !== 'public' ? [contentOf(traffic)] : [] };
  }
  const changed = changedByEarlier(before);
  const others = present.filter(({ id }) => !changed.has(id)).map(asActive);
  const own = ownRule(networkChange, others);
  const isPublic = networkChange.scope.kind === 'public';
  return {
    impact: describeImpact(withActive(networkChange), others),
    ...(resolved.phrase === undefined && { phrase: phraseOfTraffic(networkChange, others) }),
    ...(own && {
      itself: {
        name: isPublic ? `Public IP ${own.id}` : `Firewall policy ${own.id.slice(0, 8)}`,
        hash: sha256([own.enabled ?? null, own.to, contentOf(own)]),
        ...((own.enabled === undefined || isPartlyUnread(own, networkChange.scope.kind)) && {
          isUnread: true,
        }),
      },
    }),
  };
}

/** A policy that becomes active by itself is unchanged. */
const asActive = (rule: Rule): Rule => ({ ...rule, status: 'active' });

const withActive = (change: NetworkChange): NetworkChange =>
  change.change === 'updates' ? { ...change, before: asActive(change.before) } : change;

/** Returns the policy, or the public IP, that a step changes; undefined for a new one. */
const ownRule = (change: NetworkChange, rules: readonly Rule[]): Rule | undefined =>
  change.change === 'updates' ? change.before : ruleOf(change, rules);

/** Returns traffic in canonical form. */
function contentOf(content: Content): readonly unknown[] {
  const { sources, destinations, ports } = normalForm(content);
  return [
    ...[sources, destinations].map(({ addresses, names }) => [addresses, [...names]]),
    [ports.numbers, [...ports.names]],
  ];
}

/** What people agreed to: the basis of each step, and the impact in words. */
interface Agreed extends Pick<Judgement, 'impact'> {
  readonly basis: readonly Basis[];
}

/** Returns why steps are no longer what people agreed to, as distinct sentences; undefined if they still are. */
export function whyOutdated(agreed: Agreed, now: Agreed): readonly string[] | undefined {
  const pairs = now.basis.map((is, index) => ({ is, was: agreed.basis[index] }));
  const differing = pairs.filter(({ is, was }) => is.hash !== was?.hash);
  if (differing.length === 0 && agreed.basis.length === now.basis.length) return undefined;
  // A step that has been made already explains all other differences.
  const made = differing.flatMap(({ is, was }) => (is.already === was?.already ? [] : (is.already ?? [])));
  const fresh = now.impact.filter((sentence) => !agreed.impact.includes(sentence));
  const why =
    made.length > 0
      ? made
      : [
          ...differing.flatMap(({ is, was }) => (was ? differencesOf(was, is) : [])),
          ...fresh.map(whyNotRun.impactDiffers),
        ];
  return why.length > 0 ? [...new Set(why)] : [whyNotRun.comparedChanged];
}

const whyDiffers = (itself: Basis['itself']) =>
  !itself ? whyNotRun.policyGone : itself.isUnread ? whyNotRun.policyUnread : whyNotRun.policyChanged;

const differencesOf = (was: Basis, is: Basis): readonly string[] => [
  ...(was.title === is.title ? [] : [whyNotRun.doesOther(is.title)]),
  ...(was.subject === is.subject ? [] : [whyNotRun.undoneChanged]),
  ...(was.itself && was.itself.hash !== is.itself?.hash ? [whyDiffers(is.itself)(was.itself.name)] : []),
];
