import { auditEntry } from '../../src/audit-log/entries.ts';
import type { AuditEntry } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import { agreedDigest } from '../../src/change/model/digest.ts';
import { type Step, stepsOf } from '../../src/change/model/step.ts';
import { evaluateChange, stepsFrom } from '../../src/changes/evaluate-change.ts';
import { prepareChange } from '../../src/changes/prepare-change.ts';
import { mapNonEmpty, type NonEmpty } from '../../src/core/non-empty.ts';
import type { Job } from '../../src/queue/job.ts';
import { executionsOf } from '../unit/approvals/executions.ts';
import { noon, posted, previewOf, request, voteOf } from '../unit/approvals/requests.ts';
import { memory } from '../unit/memory.ts';
import { address, refusing, SmallCloud, wanted } from './cloud.ts';

/** Where a run begins. */
export interface Scenario {
  readonly name: string;
  readonly starts: number;
  readonly changes: readonly Change[];
  readonly previews: readonly Change[];
  readonly log: readonly { readonly entry: AuditEntry; readonly by: string }[];
  readonly jobs: readonly Job[];
}

const minute = 60_000;
const done = async (): Promise<void> => {};
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const base = { team: 'T0ACME', replyTo };
const starts = noon + minute;

/** A step of a change: it sets the autoscale policy of a server, or removes its public IP address, which takes a background job. */
type Wanted = Pick<Step, 'ends' | 'after'> & { readonly server: string; readonly removesAddress?: boolean };

/** The steps of a change as the real evaluation makes them, with what people agree to. */
async function evaluated(wantedSteps: NonEmpty<Wanted>) {
  const { deps } = memory({ clock: () => starts, service: new SmallCloud().service(done, done) });
  const named = mapNonEmpty(wantedSteps, ({ server, removesAddress, ...timing }) => ({
    operation: removesAddress ? 'ip.remove' : 'autoscale.set',
    raw: removesAddress ? { server, address } : { server, policy: wanted },
    ...timing,
  }));
  const preparation = prepareChange(named);
  if (preparation.kind !== 'prepared') throw new Error(JSON.stringify(preparation));
  const evaluation = await evaluateChange(preparation.prepared, replyTo, deps, { known: named });
  return { steps: stepsFrom(evaluation), basis: evaluation.basis, decision: evaluation.decision.kind };
}

const confirm = (on: string): Job => ({
  ...base,
  kind: 'decision',
  id: `click-${on}`,
  decision: 'confirm',
  on,
});

/** A change that its requester previewed, whose click is in the queue. */
async function confirmed(name: string, ...wantedSteps: NonEmpty<Wanted>): Promise<Scenario> {
  const { steps, basis } = await evaluated(wantedSteps);
  const preview = { ...previewOf({ id: 'c1', steps, basis }), replyTo, expires: noon + 10 * minute };
  const log = stepsOf(preview).map((step) => ({
    entry: auditEntry('requested', step, { clock: () => noon }),
    by: 'preview',
  }));
  return { name, starts, changes: [], previews: [preview], log, jobs: [confirm('c1')] };
}

/** A change that another person approved, whose first steps are in the queue. */
async function approved(
  name: string,
  wantedSteps: NonEmpty<Wanted>,
  plan?: Change['plan'],
): Promise<Scenario> {
  const { steps, basis } = await evaluated(wantedSteps);
  const votes = [voteOf('U0BEN', 'approve', { job: 'vote-1' })];
  const messages = [
    posted('card', '1.0', { channel: 'C0APP' }),
    posted('status', '1.9', { channel: 'D0ANA' }),
  ];
  const facts = { steps, basis, votes, number: 7, messages, plan };
  const change = request({
    id: 'c1',
    status: 'approved',
    since: starts,
    ...facts,
  });
  const log = stepsOf(change).flatMap((step) => [
    { entry: auditEntry('requested', step, { clock: () => noon }), by: 'j-ask' },
    {
      entry: auditEntry(
        'approved',
        step,
        { clock: () => noon },
        { person: 'U0BEN', digest: agreedDigest(change, step.index) },
      ),
      by: 'vote-1',
    },
  ]);
  return { name, starts, changes: [change], previews: [], log, jobs: executionsOf(change, starts) };
}

export const scenarios: readonly Scenario[] = [
  await confirmed('a change that runs at once', { server: 'de1web01' }),
  await confirmed('a change that ends by itself', { server: 'de1web01', ends: { after: 20 * minute } }),
  await confirmed('a change that takes a background job', { server: 'de1web01', removesAddress: true }),
  await approved('two steps, one after the other', [
    { server: 'de1web01' },
    { server: 'de1web02', after: 0 },
  ]),
  await approved('two steps at once', [{ server: 'de1web01' }, { server: 'de1web02' }]),
  await approved(
    'a plan that is all or nothing and fails',
    [
      { server: 'de1web01', ends: { after: 20 * minute } },
      { server: 'de1web02', after: 0 },
      { server: refusing, after: 1 },
    ],
    { allOrNothing: true },
  ),
];
