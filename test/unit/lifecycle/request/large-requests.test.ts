import { expect, test } from 'vitest';
import { appendEntries } from '../../../../src/audit-log/append-entries.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import type { Service } from '../../../../src/cloud/index.ts';
import { preparedFrom } from '../../../../src/command-line/prepare-request.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import {
  changeFrom,
  evaluateRequest,
  type Requested,
} from '../../../../src/lifecycle/request/evaluate-request.ts';
import { requestApproval } from '../../../../src/lifecycle/request/request-approval.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { trackJob } from '../../../../src/lifecycle/run/track.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import type { Result } from '../../../../src/queue/result.ts';
import { quick } from '../../../harness/bot.ts';
import { MemoryTable } from '../../../harness/memory-table.ts';
import { executionsOf } from '../../executions.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';
import { changesSent, cloudOfFile, connected } from '../../local-cloud.ts';
import { memory } from '../../memory.ts';
import { noon } from '../../requests.ts';
import { preparedFrom as preparedOfLine } from '../../typed-line.ts';

/* What is as large as it may be is stored, approved and run all the same: an item of the table holds 400 KB. */

const cloud = await cloudOfFile(quick);
const local = awsOfFile();

/** The cloud API with so many more firewall policies within each data center. */
function crowded(count: number): Service {
  const service = connected(cloud);
  return {
    ...service,
    account(alias) {
      const account = service.account(alias);
      const list = async (dataCenter: string) => {
        const policies = await account.firewall.list(dataCenter);
        const [policy] = policies;
        if (!policy) throw new Error(`${dataCenter} has no firewall policy`);
        const more = Array.from({ length: count }, (_, at) => ({
          ...policy,
          id: (at + 1).toString(16).padStart(32, '0'),
          source: [`10.${at % 250}.${Math.floor(at / 250)}.0/24`],
        }));
        return [...policies, ...more];
      };
      return { ...account, firewall: { ...account.firewall, list } };
    },
  };
}

/** The policy of this repository, but that fifty servers may be named at once, which needs approval. */
const { risk } = defaults;
const policy = { ...defaults, maxTargets: 50, risk: { ...risk, points: { ...risk.points, manyTargets: 4 } } };

const { servers, alertPolicies } = cloud.control.state();
const alertPolicy = alertPolicies[0]?.id ?? '';
const without = servers.filter(
  ({ id, account, status, alertPolicyIds }) =>
    account === 'ACME' && status === 'active' && !id.includes('tpl') && !alertPolicyIds.includes(alertPolicy),
);
const open = (at: number) =>
  `firewall intra create va1 tcp/${at + 500} source=10.9.0.0/24 destination=10.8.0.0/24`;
const assign = (at: number) => `alert assign ${alertPolicy} ${without[at]?.id}`;

const times = (count: number, lineOf: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => lineOf(at));

/** Several servers named in one command. */
function several(lines: readonly string[]): Requested {
  const [first, ...others] = lines.map((line) => ({
    ...preparedOfLine(line),
    ...{ reason: 'a test', ticket: 'OPS-1' },
  }));
  if (!first) throw new Error('A request has steps');
  return { prepared: [first, ...others] };
}

function plan(lines: readonly string[]): Requested {
  const prepared = preparedFrom({
    operation: 'plan',
    raw: { commands: lines.join('\n'), why: 'a test' },
  });
  if (!prepared) throw new Error('The plan is not understood');
  return changeFrom(prepared);
}

test.each([
  ['one step with 5,000 firewall policies in its scope', plan(times(1, open)), 5_000],
  ['as many steps as a title has place for, with 400 in theirs', plan(times(12, open)), 400],
  ['fifty steps', several(times(50, assign)), 0],
])('%s', async (_, requested, policies) => {
  const steps = requested.prepared.length;
  const [table, real] = [new MemoryTable(), ownTable(local.aws)];
  const [changes, auditLog] = [changesIn(table, () => noon), auditLogIn(table)];
  const { deps, state } = memory({ service: crowded(policies), policy, changes, auditLog });
  state.now = noon;
  const before = changesSent(cloud.requests).length;
  const job = { id: `large${steps}`, team: 'T0', replyTo: { channel: 'C0OPS', person: 'U0ANA' } };
  /** What the worker does with a result: it logs it, and follows what the step has started until that has ended. */
  async function finish(by: string, { entries, deliveries }: Result): Promise<void> {
    expect(await appendEntries(entries, by, deps)).toBe(true);
    for (const delivery of deliveries)
      if ('followUp' in delivery && delivery.followUp)
        await finish(delivery.followUp.id, await trackJob(delivery.followUp, deps));
  }

  /** Each item fits into the real table. */
  const fits = () => Promise.all([...table.items.values()].map((Item) => real.put({ Item })));

  const { change, evaluation } = await evaluateRequest(requested, job, deps);
  const { decision } = evaluation;
  if (decision.kind !== 'requestApproval') throw new Error(decision.kind);
  await finish(job.id, await requestApproval({ change, job: job.id, evaluation, decision }, deps));
  for (const person of ['U0BEN', 'U0CORA', 'U0VIC'].slice(0, decision.approvers)) {
    const replyTo = { ...job.replyTo, person };
    const vote = { ...job, replyTo, kind: 'vote', vote: 'approve', comment: '', narrower: {} } as const;
    await finish(person, await castVote({ ...vote, id: `${person}${steps}`, change: job.id }, deps));
  }
  await fits();
  for (let step = 0; step < steps; step += 1) {
    const change = await changes.get(job.id);
    const [next] = change ? executionsOf(change, state.now) : [];
    if (!next) throw new Error(`Nothing runs after step ${step}`);
    await finish(next.id, await execute(next, deps));
  }
  await fits();
  expect((await changes.get(job.id))?.status).toBe('done');
  expect(changesSent(cloud.requests).slice(before)).toHaveLength(steps);
});
