import { type Answer, failed } from '../../core/answer.ts';
import { type Approval, agreed } from '../../core/approval.ts';
import type { Outcome } from '../../core/operation.ts';
import { mayApprove, mayBreakGlass } from '../../policy/may-decide.ts';
import { may } from '../../policy/people.ts';
import { accepted } from '../accepted.ts';
import { personOf } from '../context.ts';
import { explain } from '../explain.ts';
import type { Execute } from '../job.ts';
import type { Ports } from '../ports.ts';
import type { Result } from '../result.ts';
import { undoable } from '../undo.ts';
import { announceStale, entryOf, refresh, tellAsker } from './announce.ts';
import { differences, type Judgement, judge } from './judge.ts';
import { reconsider } from './reconsider.ts';
import { begin, end, spoil } from './steps.ts';

const nothing: Result = { tellings: [] };

/** Does a granted request, once everything that it rests on was looked at again. */
export async function execute(job: Execute, ports: Ports): Promise<Result> {
  const begun = await ports.approvals.change(job.approval, (now) => begin(now, ports.clock()));
  if ('refused' in begun) return nothing;
  const { approval } = begun;
  await refresh(approval, ports);

  const prepared = reconsider(approval);
  if (!prepared)
    return finish(
      approval,
      'failed',
      [failed('Skydesk was updated and no longer knows this command.')],
      ports,
    );
  let judgement: Judgement;
  try {
    judgement = await judge(prepared, approval.place, ports, approval.undoes);
    if (judgement.hash !== approval.hash) {
      const stepped = await ports.approvals.change(approval.id, (now) =>
        spoil(now, 'running', ports.clock()),
      );
      if ('refused' in stepped) return nothing;
      const changes = differences(approval.judged, judgement.judged);
      const { entries } = await announceStale(stepped.approval, changes, ports);
      return { tellings: [], entries };
    }
    const lost = await authorityLost(approval, judgement, ports);
    if (lost) return finish(approval, 'failed', [failed(`${lost} Nothing was changed.`)], ports);
    await ports.ledger.append(entryOf(approval, 'started', approval.asker, ports));
  } catch (error) {
    return finish(approval, 'failed', explain(error), ports);
  }
  return run(approval, judgement, job, ports);
}

async function run(approval: Approval, { plan }: Judgement, job: Execute, ports: Ports): Promise<Result> {
  let outcome: Outcome;
  try {
    outcome = await plan.run();
  } catch (error) {
    const answer = explain(error, { risky: true, shows: plan.shows });
    return finish(approval, outcomeOf(error), answer, ports);
  }
  if ('answer' in outcome) {
    const answer = await undoable(outcome.answer, outcome.undo, approval, ports);
    return finish(approval, 'done', answer, ports);
  }
  return accepted({ ...approval, approval: approval.id }, outcome.watch, job, ports);
}

/** Only what is known to have changed nothing has failed; all else is unknown. */
const outcomeOf = (error: unknown): 'failed' | 'unknown' =>
  error instanceof Error && 'changed' in error && error.changed === 'nothing' ? 'failed' : 'unknown';

type End = 'done' | 'failed' | 'unknown';

/** Ends a request for all to see. */
export async function close(approval: Approval, phase: End, outcome: Answer, ports: Ports): Promise<void> {
  const stepped = await ports.approvals.change(approval.id, (now) => end(now, phase, outcome, ports.clock()));
  // It may have been ended so by an earlier attempt, which did not hear that the table had taken it.
  const ended = 'refused' in stepped ? await ports.approvals.get(approval.id) : stepped.approval;
  if (ended?.phase !== phase) return;
  await refresh(ended, ports);
  await tellAsker(ended, ports);
}

async function finish(approval: Approval, phase: End, outcome: Answer, ports: Ports): Promise<Result> {
  await close(approval, phase, outcome, ports);
  return { tellings: [], entries: [entryOf(approval, phase, approval.asker, ports)] };
}

/**
 * The worker died on a granted request: whatever it did is not done again, and what it found out stands. Undefined
 * where it had not begun.
 */
export async function abandon(id: string, ports: Ports): Promise<Result | undefined> {
  const approval = await ports.approvals.get(id);
  if (!approval) return nothing;
  const { phase } = approval;
  if (phase === 'granted') return undefined;
  if (phase === 'stale')
    return { tellings: [], entries: [entryOf(approval, 'failed', approval.asker, ports)] };
  if (phase === 'done' || phase === 'failed' || phase === 'unknown') {
    await refresh(approval, ports);
    await tellAsker(approval, ports);
    return { tellings: [], entries: [entryOf(approval, phase, approval.asker, ports)] };
  }
  const lost = new Error('the worker ended before it wrote an outcome');
  return finish(approval, 'unknown', explain(lost, { risky: true }), ports);
}

/** Rights may have been taken away since the votes: everybody's are checked once more. */
async function authorityLost(
  approval: Approval,
  { verdict }: Judgement,
  ports: Ports,
): Promise<string | undefined> {
  const asker = await personOf(approval.asker, ports);
  if (verdict.verdict === 'refuse' || !may('change', asker, approval.account, ports.policy))
    return 'Whoever asked may not make this change any more.';
  if (approval.votes.some(({ breakGlass }) => breakGlass)) {
    return mayBreakGlass(asker, ports.policy) ? undefined : 'Whoever broke the glass may not do so any more.';
  }
  const needed = verdict.verdict === 'ask' ? verdict.approvers : 1;
  const voters = approval.votes.filter(({ vote }) => vote === 'approve').map(({ person: who }) => who);
  const people = await Promise.all([...new Set(voters)].map((who) => personOf(who, ports)));
  const still = people.filter(
    (who) => who.id !== approval.asker && mayApprove(who, approval.account, ports.policy),
  );
  if (still.length >= needed && agreed(approval) >= needed) return undefined;
  return 'Whoever approved may not approve any more, or the policy now asks for more approvals.';
}
