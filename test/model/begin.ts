import { auditEntry } from '../../src/audit-log/entries.ts';
import type { AuditEntry } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import { agreedDigest, seenDigest } from '../../src/change/model/digest.ts';
import { type ChangeStep, type Step, stepsOf } from '../../src/change/model/step.ts';
import type { NonEmpty } from '../../src/core/non-empty.ts';
import { evaluateChange, stepsFrom } from '../../src/lifecycle/prepare/evaluate-change.ts';
import { prepareChange } from '../../src/lifecycle/prepare/prepare-change.ts';
import type { Job, QueuedJob } from '../../src/queue/job.ts';
import { changesInMemory, memory } from '../support/in-memory/memory.ts';
import { executionsOf } from '../support/made/executions.ts';
import { noon, posted, previewOf, request, voteOf } from '../support/made/requests.ts';
import { address, SmallCloud, wanted } from './cloud.ts';

/*
 * The starts of a run: changes that somebody previewed, or that others approved, whose jobs are in the queue.
 */

/** The start of a run. */
export interface Scenario {
  readonly name: string;
  readonly starts: number;
  readonly changes: readonly Change[];
  readonly previews: readonly Change[];
  readonly log: readonly { readonly entry: AuditEntry; readonly by: string }[];
  readonly jobs: readonly QueuedJob[];
  /** The initial values of servers. */
  readonly values?: ReadonlyMap<string, string>;
}

/** The start of a run, without its name. */
export type Begin = Omit<Scenario, 'name' | 'starts'>;

export const minute = 60_000;
/** The time at which every run starts, in milliseconds since 1970. */
export const starts = noon + minute;

/** How long temporary changes last in all of them, in milliseconds. */
export const durationMs = 20 * minute;

const done = async (): Promise<void> => {};
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
export const base = { team: 'T0ACME', replyTo };

/** A step of a change, as it is named before its evaluation. */
type Named = Pick<Step, 'operation' | 'raw' | 'ends' | 'after' | 'startsAt' | 'undoes'>;

/** A step that sets the autoscale policy of a server, or removes its public IP address, which takes a background job. */
type Wanted = Omit<Named, 'operation' | 'raw'> & {
  readonly server: string;
  readonly policy?: string;
  readonly removesAddress?: boolean;
};

/** The step that sets a server to this value. */
export const named = ({ server, policy = wanted, removesAddress, ...more }: Wanted): Named => ({
  operation: removesAddress ? 'ip.remove' : 'autoscale.set',
  raw: removesAddress ? { server, address } : { server, policy },
  ...more,
});

/** The initial state: the values of servers, and the stored changes. */
interface Before {
  readonly values?: ReadonlyMap<string, string>;
  readonly stored?: readonly Change[];
}

/** The steps of a change from the real evaluation, with the facts that people agree to. */
export async function evaluated(steps: NonEmpty<Named>, { values, stored = [] }: Before = {}) {
  const service = new SmallCloud(values).service(done, done);
  const { deps } = memory({ clock: () => starts, service, changes: changesInMemory(...stored).changes });
  const preparation = prepareChange(steps);
  if (preparation.kind !== 'prepared') throw new Error(JSON.stringify(preparation));
  const undoes = steps.map((step) => step.undoes);
  const evaluation = await evaluateChange(preparation.prepared, replyTo, deps, { known: steps, undoes });
  return { steps: stepsFrom(evaluation), basis: evaluation.basis, decision: evaluation.decision.kind };
}

const confirm = (preview: Change): Job => ({
  ...base,
  kind: 'decision',
  id: `click-${preview.id}`,
  decision: 'confirm',
  on: preview.id,
  seen: seenDigest(preview),
});

/** A change that its requester previewed, whose click is in the queue. */
export async function confirmed(
  steps: NonEmpty<Named>,
  { id = 'c1', ...before }: Before & { readonly id?: string } = {},
): Promise<Begin> {
  const { steps: previewed, basis } = await evaluated(steps, before);
  const preview = {
    ...previewOf({ id, steps: previewed, basis }),
    replyTo,
    expires: noon + 10 * minute,
  };
  const log = stepsOf(preview).map((step) => ({
    entry: auditEntry('requested', step, { clock: () => noon }),
    by: 'preview',
  }));
  return { changes: [], previews: [preview], log, jobs: [confirm(preview)] };
}

const agreedEntry = (event: 'requested' | 'approved', change: Change, step: ChangeStep): AuditEntry =>
  auditEntry(event, step, { clock: () => noon }, { digest: agreedDigest(change, step.index) });

/** A change that another person approved, whose first steps are in the queue. */
export async function approved(
  wantedSteps: NonEmpty<Named>,
  { id = 'c1', plan, ...before }: Before & Partial<Pick<Change, 'id' | 'plan'>> = {},
): Promise<Begin> {
  const { steps, basis } = await evaluated(wantedSteps, before);
  const votes = [voteOf('U0BEN', 'approve', { job: `vote-${id}` })];
  const messages = [
    posted('card', `${id}.1`, { channel: 'C0APP' }),
    posted('status', `${id}.2`, { channel: 'D0ANA' }),
  ];
  const facts = { steps, basis, votes, number: Number(id.slice(1)), messages, plan };
  const change = request({ id, status: 'approved', since: starts, ...facts });
  const log = stepsOf(change).flatMap((step) => [
    { entry: agreedEntry('requested', change, step), by: 'j-ask' },
    { entry: { ...agreedEntry('approved', change, step), person: 'U0BEN' }, by: `vote-${id}` },
  ]);
  return { changes: [change], previews: [], log, jobs: executionsOf(change, starts) };
}

/** All of these at once. Their jobs are delivered in this order, unless a run chooses another. */
export const together = (...begins: readonly Begin[]): Begin => ({
  changes: begins.flatMap(({ changes }) => changes),
  previews: begins.flatMap(({ previews }) => previews),
  log: begins.flatMap(({ log }) => log),
  jobs: begins.flatMap(({ jobs }) => jobs),
  values: new Map(begins.flatMap(({ values = [] }) => [...values])),
});
