import { auditEntry } from '../../src/audit-log/entries.ts';
import type { AuditEntry } from '../../src/change/model/audit-log.ts';
import type { Change } from '../../src/change/model/change.ts';
import { agreedDigest, undoDigest } from '../../src/change/model/digest.ts';
import { type Step, stepsOf } from '../../src/change/model/step.ts';
import { parseCommand } from '../../src/command-line/parse-command.ts';
import { mapNonEmpty, type NonEmpty } from '../../src/core/non-empty.ts';
import { fingerprint } from '../../src/evaluate/read-snapshot.ts';
import { evaluateChange, stepsFrom } from '../../src/lifecycle/prepare/evaluate-change.ts';
import { prepareChange } from '../../src/lifecycle/prepare/prepare-change.ts';
import type { Job } from '../../src/queue/job.ts';
import { endOf } from '../unit/ends.ts';
import { executionsOf } from '../unit/executions.ts';
import { changesInMemory, memory } from '../unit/memory.ts';
import { noon, posted, previewOf, request, voteOf } from '../unit/requests.ts';
import { address, other, refusing, SmallCloud, wanted } from './cloud.ts';

/** Where a run begins. */
export interface Scenario {
  readonly name: string;
  readonly starts: number;
  readonly changes: readonly Change[];
  readonly previews: readonly Change[];
  readonly log: readonly { readonly entry: AuditEntry; readonly by: string }[];
  readonly jobs: readonly Job[];
  /** The values that servers have at first. */
  readonly values?: ReadonlyMap<string, string>;
}

const minute = 60_000;
const done = async (): Promise<void> => {};
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const base = { team: 'T0ACME', replyTo };
const starts = noon + minute;

/** A step of a change: it sets the autoscale policy of a server, or removes its public IP address, which takes a background job. */
type Wanted = Pick<Step, 'ends' | 'after'> & {
  readonly server: string;
  readonly policy?: string;
  readonly removesAddress?: boolean;
};

/** What is there before: the values of servers, and the changes that are stored. */
interface Before {
  readonly values?: ReadonlyMap<string, string>;
  readonly stored?: readonly Change[];
}

/** The steps of a change as the real evaluation makes them, with what people agree to. */
async function evaluated(wantedSteps: NonEmpty<Wanted>, { values, stored = [] }: Before = {}) {
  const service = new SmallCloud(values).service(done, done);
  const { deps } = memory({ clock: () => starts, service, changes: changesInMemory(...stored).changes });
  const named = mapNonEmpty(wantedSteps, ({ server, policy = wanted, removesAddress, ...timing }) => ({
    operation: removesAddress ? 'ip.remove' : 'autoscale.set',
    raw: removesAddress ? { server, address } : { server, policy },
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
  before: Before = {},
): Promise<Scenario> {
  const { steps, basis } = await evaluated(wantedSteps, before);
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
  const { stored = [], values } = before;
  const jobs = executionsOf(change, starts);
  return { name, starts, changes: [change, ...stored], previews: [], log, jobs, ...(values && { values }) };
}

/** The id of a change that was done before the run. */
export const doneBefore = 'c0';

/** A change for good of a server, while what it has ends by itself now: both are in the queue. */
async function againstAnEnd(name: string): Promise<Scenario> {
  const { steps } = await evaluated([{ server: 'de1web01', ends: { after: 20 * minute } }]);
  const [step] = steps;
  const change = request({
    id: doneBefore,
    status: 'done',
    steps: [{ ...step, outcome: { kind: 'done', answer: [], job: 'c0:run' } }],
  });
  const [changeStep] = stepsOf(change);
  const command = preparedCommand('autoscale remove de1web01');
  const subject = { kind: 'autoscale policy on server', server: 'de1web01' };
  const state = fingerprint({ content: wanted });
  const end = endOf(
    {
      step: {
        ...command,
        title: step.title,
        startsAt: starts,
        keys: step.keys,
        undoes: { id: 'c0', subject, state },
      },
      created: noon,
      since: noon,
      expires: starts,
    },
    'c0',
  );
  const digest = undoDigest({ ...command, subject }, state);
  const stored = { stored: [change, end], values: new Map([['de1web01', wanted]]) };
  const applied = {
    entry: auditEntry('applied', changeStep, { clock: () => noon }, { digest }),
    by: 'c0:run',
  };
  const scenario = await approved(name, [{ server: 'de1web01', policy: other }], undefined, stored);
  const jobs = [...scenario.jobs, ...executionsOf(end, starts)];
  return { ...scenario, log: [...scenario.log, applied], jobs };
}

/** The operation and the arguments of a line. */
function preparedCommand(line: string): Pick<Step, 'operation' | 'raw' | 'line'> {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(line);
  const { operation, raw } = parsed.prepared;
  return { operation: operation.id, raw, line };
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
  await againstAnEnd('a change for good of what ends by itself right now'),
];
