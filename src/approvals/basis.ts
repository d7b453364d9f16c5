import { createHash } from 'node:crypto';
import { grouped } from '../core/answer.ts';
import type { Judged } from '../core/approval.ts';
import type { Rule } from '../core/network-change.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Snapshot, SnapshotSubject } from '../core/snapshot.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { meaning } from '../policy/describe-impact.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';
import { evaluate } from '../requests/evaluate.ts';
import type { Evaluation } from '../requests/evaluate-in.ts';
import { fingerprint, readSnapshot } from '../requests/read-snapshot.ts';

/** What people agree to when they confirm or approve a change. */
interface Basis {
  /** The impact of the change in words, each a sentence. */
  readonly meaning: readonly string[];
  /** A snapshot of what it was evaluated against, small enough to be kept. */
  readonly judged: Judged;
  /** The current state of what an Undo is about; undefined for all else. */
  readonly state?: Snapshot | undefined;
  /** SHA-256, in hex, over the request and all that it was evaluated against. */
  readonly hash: string;
}

/** A change as it is evaluated, with all that its confirmation or approval rests on. */
export interface ChangeEvaluation extends Evaluation, Basis {}

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
 * Evaluates a change together with its basis; `undoes` is what it undoes, for an Undo. Reads only. Rejects with a
 * `UserError` where the change could not be shown whole.
 */
export async function evaluateChange(
  prepared: Prepared<Context>,
  place: ReplyTarget,
  deps: ContextDependencies,
  undoes?: SnapshotSubject,
): Promise<ChangeEvaluation> {
  const [evaluation, state] = await Promise.all([
    evaluate(prepared, place, deps),
    undoes && contextFor(prepared.account, place, deps).then((context) => readSnapshot(undoes, context)),
  ]);
  const { plan, rules } = evaluation;
  refuseCut(plan);
  const sorted = [...rules].sort((a, b) => a.id.localeCompare(b.id));
  const judged = {
    says: plan.title,
    rules: sorted.map((rule) => ({ id: rule.id, hash: sha256(essence(rule)) })),
    ...(state && { subject: fingerprint(state) }),
  };
  return {
    ...evaluation,
    // Not written out: what it means depends on which of the rules it is about.
    meaning: plan.networkChange ? meaning(plan.networkChange, rules) : [],
    judged,
    state,
    hash: hashOf(prepared.operation.id, plan.raw, judged, sorted),
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
