import { createHash } from 'node:crypto';
import { grouped } from '../core/answer.ts';
import type { Judged } from '../core/approval.ts';
import { type Rule, withRuleContent } from '../core/network-change.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { Place } from '../core/reply-target.ts';
import type { Snapshot, SnapshotSubject } from '../core/snapshot.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { rulesAt } from '../operations/shared/firewall-rules.ts';
import { decide, type Verdict } from '../policy/decide.ts';
import { meaning } from '../policy/describe-impact.ts';
import { contextFor, personOf } from './build-context.ts';
import type { Ports } from './dependencies.ts';
import { fingerprint, readSnapshot } from './read-snapshot.ts';

/** A request as it stands against the service and the policy right now. */
export interface Judgement {
  readonly plan: Plan;
  readonly context: Context;
  readonly verdict: Verdict;
  readonly meaning: readonly string[];
  readonly judged: Judged;
  /** How the thing stands that an Undo is about. */
  readonly state?: Snapshot | undefined;
  /** SHA-256 over the request and all that it was judged against. */
  readonly hash: string;
}

/**
 * Upper bound for a change in words, in characters. Slack is sent 1,000 of a text (plain-text.ts), and the words around it
 * take some: what is longer would be cut off, and nobody can agree to what they cannot see.
 */
const maxSays = 950;

function refuseCut({ title }: Plan): void {
  if (title.length <= maxSays) return;
  const length = `${grouped(title.length)} characters, and ${maxSays} fit where it is confirmed and approved`;
  throw new UserError(`In words this change takes ${length}.`, { next: 'Name fewer things in one request.' });
}

/**
 * Looks everything up again: names, rules, groups and, for an Undo, what it undoes; then lets the policy speak. Reads
 * only. Rejects with a `UserError` where the change could not be shown whole.
 */
export async function judge(
  prepared: Prepared<Context>,
  place: Place,
  ports: Ports,
  undoes?: SnapshotSubject,
): Promise<Judgement> {
  const context = await contextFor(prepared.account, place, ports);
  const [plan, person, state] = await Promise.all([
    prepared.resolve(context),
    personOf(place.person, ports),
    undoes && readSnapshot(undoes, context),
  ]);
  refuseCut(plan);
  const rules = plan.networkChange ? await rulesAt(plan.networkChange.scope, context) : [];
  const exposes = plan.networkChange && withRuleContent(plan.networkChange, rules);
  const { risk, needs, id } = prepared.operation;
  const sorted = [...rules].sort((a, b) => a.id.localeCompare(b.id));
  const judged = {
    says: plan.title,
    rules: sorted.map((rule) => ({ id: rule.id, hash: sha256(essence(rule)) })),
    ...(state && { subject: fingerprint(state) }),
  };
  return {
    plan,
    context,
    verdict: decide({ risk, needs, exposes, asker: person, account: context.service.alias }, ports.policy),
    // Not written out: what it means depends on which of the rules it is about.
    meaning: plan.networkChange ? meaning(plan.networkChange, rules) : [],
    judged,
    state,
    hash: hashOf(id, plan.raw, judged, sorted),
  };
}

/** A rule that becomes active is the same rule, so its status does not count. */
const essence = ({ status: _, ...rest }: Rule) => rest;

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function hashOf(operation: string, raw: object, { says, subject }: Judged, rules: readonly Rule[]): string {
  const words = Object.entries(raw).sort(([a], [b]) => a.localeCompare(b));
  return sha256([operation, words, says, rules.map(essence), ...(subject ? [subject] : [])]);
}

/** What is no longer as it was, each a sentence. */
export function differences(before: Judged, now: Judged): readonly string[] {
  const was = new Map(before.rules.map(({ id, hash }) => [id, hash]));
  const is = new Map(now.rules.map(({ id, hash }) => [id, hash]));
  return [
    ...(before.says === now.says ? [] : [`It would now ${now.says}.`]),
    ...(before.subject === now.subject ? [] : ['Somebody has changed what this would undo.']),
    ...[...is.keys()].filter((id) => !was.has(id)).map((id) => `Firewall policy ${id} is new.`),
    ...[...was.keys()].filter((id) => !is.has(id)).map((id) => `Firewall policy ${id} is gone.`),
    ...[...is]
      .filter(([id, text]) => was.has(id) && was.get(id) !== text)
      .map(([id]) => `Firewall policy ${id} was changed.`),
  ];
}
