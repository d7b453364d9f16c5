import { type Answer, count, failed, note, person } from '../../core/answer.ts';
import type { Approval } from '../../core/approval.ts';
import type { Outcome } from '../../core/operation.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { mayApprove } from '../../policy/may-decide.ts';
import { peopleFor } from '../../policy/people.ts';
import { accepted } from '../accepted.ts';
import { explain } from '../explain.ts';
import { askOneOf } from '../instead.ts';
import type { Execute } from '../job.ts';
import type { Ports } from '../ports.ts';
import type { Result } from '../result.ts';
import { undoable } from '../undo.ts';
import { announceStale, entryOf, refresh, tellAsker } from './announce.ts';
import { type Authority, authorityOf } from './authority.ts';
import { differences, type Judgement, judge } from './judge.ts';
import { reconsider } from './reconsider.ts';
import { report } from './report.ts';
import { begin, end, spoil } from './steps.ts';

const nothing: Result = { tellings: [] };

/**
 * Does a granted request, once everything that it rests on was looked at again. That is before it begins: while Slack does
 * not answer, it is still to be done.
 */
export async function execute(job: Execute, ports: Ports): Promise<Result> {
  const granted = await ports.approvals.get(job.approval);
  if (granted?.phase !== 'granted') return nothing;
  const prepared = reconsider(granted);
  if (!prepared) {
    const sentence = 'Skydesk was updated and no longer knows this command.';
    return finish(granted, 'failed', [failed(sentence)], ports);
  }
  let judgement: Judgement;
  try {
    const authority = await authorityOf(granted, ports);
    if (authority.ended) {
      return await finish(granted, 'failed', [failed(`${authority.ended} Nothing was changed.`)], ports);
    }
    judgement = await judge(prepared, granted.place, ports, granted.undoes);
    if (judgement.hash !== granted.hash) return await outdated(granted, judgement, ports);
    const lacking = lackingNow(granted, authority, judgement, ports);
    if (lacking) return await finish(granted, 'failed', lacking, ports);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return finish(granted, 'failed', explain(error), ports);
  }
  const begun = await ports.approvals.change(job.approval, (now) => begin(now, ports.clock()));
  if ('refused' in begun) return nothing;
  const { approval } = begun;
  await refresh(approval, ports);
  try {
    await ports.ledger.append(entryOf(approval, 'started', approval.asker, ports));
  } catch (error) {
    return finish(approval, 'failed', explain(error), ports);
  }
  return run(approval, judgement, job, ports);
}

/** The ground of a granted request has shifted: it is void, and everybody hears why. */
async function outdated(granted: Approval, { judged }: Judgement, ports: Ports): Promise<Result> {
  const stepped = await ports.approvals.change(granted.id, (now) => spoil(now, 'granted', ports.clock()));
  if ('refused' in stepped) return nothing;
  const changes = differences(granted.judged, judged);
  const { shown, entries } = await announceStale(stepped.approval, changes, ports);
  return { tellings: report(granted, shown), entries };
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
  return {
    tellings: report(approval, outcome),
    entries: [entryOf(approval, phase, approval.asker, ports)],
  };
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
    return {
      tellings: report(approval, approval.outcome ?? []),
      entries: [entryOf(approval, phase, approval.asker, ports)],
    };
  }
  const lost = new Error('the worker ended before it wrote an outcome');
  return finish(approval, 'unknown', explain(lost, { risky: true }), ports);
}

/** What a granted request lacks by today's policy and today's voters; undefined where it may run. */
function lackingNow(
  { account, votes }: Approval,
  { lapsed, approvers }: Authority,
  { verdict }: Judgement,
  { policy }: Ports,
): Answer | undefined {
  if (verdict.verdict === 'refuse')
    return [failed(`${verdict.why} Nothing was changed.`), askOneOf(verdict.whom)];
  if (votes.some(({ breakGlass }) => breakGlass)) return undefined;
  const gone = [...lapsed].map(([who, why]) =>
    note('The approval of ', person(who), ` does not count: ${why}`),
  );
  const [needed, accounts] =
    verdict.verdict === 'ask' ? [verdict.approvers, verdict.accounts] : [1, [account]];
  const without = accounts.find((one) => !approvers.some((who) => mayApprove(who, one, policy)));
  if (without !== undefined && approvers.length > 0) {
    const why = `Nobody who may approve in account ${without} has agreed. Nothing was changed.`;
    return [failed(why), ...gone, askOneOf(peopleFor('approve', without, policy))];
  }
  if (approvers.length >= needed) return undefined;
  const counted = `${count(needed, 'approval')} needed, and ${approvers.length} still counted.`;
  return [failed(`${counted} Nothing was changed.`), ...gone];
}
