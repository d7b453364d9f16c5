import { preparedFrom } from '../commands/parse/prepare-request.ts';
import { type Answer, count, failed, note, person } from '../core/answer.ts';
import type { Approval, Due } from '../core/approval.ts';
import { endEvents } from '../core/audit-log.ts';
import type { Outcome } from '../core/operation.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { peopleFor } from '../policy/people.ts';
import { explain, isExpected } from '../requests/describe-error.ts';
import type { Execute } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { startTracking } from '../requests/start-tracking.ts';
import { askOneOf } from '../requests/who-can.ts';
import { undoable } from '../undo/offer.ts';
import type {
  EvidenceDependencies,
  ExecuteDependencies,
  NotifyDependencies,
} from './approval-dependencies.ts';
import { type Authority, authorityOf } from './authority.ts';
import { type ChangeEvaluation, differences, evaluateChange } from './basis.ts';
import { isOnRecord } from './enqueue-execution.ts';
import { ended, entryOf, show, voidFor } from './notify.ts';
import { unheardOf } from './outcome-unknown.ts';
import { begin, end, markOutdated } from './transitions/running.ts';

const nothing: Result = { deliveries: [] };

/** The service was asked to change something, and what came of that could not be kept. It must not be asked again. */
export class OutcomeNotKept extends Error {
  override readonly name = 'OutcomeNotKept';
}

/** The audit log lacks something that a granted request rests on, so it has to wait for that. */
export class NotOnRecord extends Error {
  override readonly name = 'NotOnRecord';
}

/**
 * Does a granted request, once everything that it rests on was looked at again. A rejection other than `OutcomeNotKept`
 * means that nothing was sent, so that the job may come again: it is still to be done.
 */
export async function execute(job: Execute, deps: ExecuteDependencies): Promise<Result> {
  const granted = await deps.approvals.get(job.approval);
  if (!granted) return nothing;
  if (granted.ended) return granted.ended.job === job.id ? ended(granted, deps) : nothing;
  if (!(await isOnRecord(granted, deps))) throw new NotOnRecord(job.id);

  const finish = (phase: End, outcome: Answer): Promise<Result> =>
    close(granted, { phase, outcome, job: job.id }, deps);
  const prepared = preparedFrom(granted);
  if (!prepared) return finish('failed', [failed('Skydesk was updated and no longer knows this command.')]);
  const authority = await authorityOf(granted, deps);
  if (authority.ended) return finish('failed', [failed(`${authority.ended} Nothing was changed.`)]);
  let evaluation: ChangeEvaluation;
  try {
    evaluation = await evaluateChange(prepared, granted.place, deps, granted.undoes);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return finish('failed', explain(error));
  }
  if (evaluation.hash !== granted.hash) return outdated(granted, evaluation, job, deps);
  const lacking = lackingNow(granted, authority, evaluation, deps);
  if (lacking) return finish('failed', lacking);

  // What is granted and too late is ended by the sweeper; what was begun and not sent, by nobody else.
  if (granted.phase === 'running' && deps.clock() >= granted.expires)
    return finish('failed', [failed('It expired before it could run. Nothing was changed.')]);
  const begun = await deps.approvals.change(job.approval, (now) => begin(now, deps.clock()));
  if ('refused' in begun) return nothing;
  const { approval } = begun;
  await show(approval, deps);
  await deps.auditLog.append(entryOf(approval, 'started', approval.requester, deps), job.id);
  try {
    return await run(approval, evaluation, job, deps);
  } catch {
    throw new OutcomeNotKept(job.id);
  }
}

/** The ground of a granted request has shifted: it is void, and everybody hears why. */
async function outdated(
  granted: Approval,
  { judged }: ChangeEvaluation,
  job: Execute,
  deps: NotifyDependencies,
): Promise<Result> {
  const why = { job: job.id, ...voidFor(differences(granted.judged, judged)) };
  const stepped = await deps.approvals.change(granted.id, (now) =>
    markOutdated(now, 'granted', why, deps.clock()),
  );
  return 'refused' in stepped ? nothing : ended(stepped.approval, deps);
}

async function run(
  approval: Approval,
  { plan }: ChangeEvaluation,
  job: Execute,
  deps: ExecuteDependencies,
): Promise<Result> {
  const finish = (phase: End, answer: Answer): Promise<Result> =>
    close(approval, { phase, outcome: answer, job: job.id }, deps);
  let outcome: Outcome;
  try {
    outcome = await plan.run();
  } catch (error) {
    return finish(outcomeOf(error), explain(error, { risky: true, shows: plan.statusCommand }));
  }
  if ('answer' in outcome)
    return finish('done', await undoable(outcome.answer, outcome.inverse, approval, deps));
  return startTracking({ ...approval, approval: approval.id }, outcome.watch, job, deps);
}

/** Only what is known to have changed nothing has failed; all else is unknown. */
const outcomeOf = (error: unknown): 'failed' | 'unknown' =>
  error instanceof Error && 'changed' in error && error.changed === 'nothing' ? 'failed' : 'unknown';

type End = 'done' | 'failed' | 'unknown';

/** Ends a request for all to see. What somebody else has ended before stays so, but is on record as it was found out. */
export async function close(
  approval: Approval,
  found: { phase: End; outcome: Answer; job: string; note?: string | undefined },
  deps: NotifyDependencies,
  elsewhere: readonly Due[] = [],
): Promise<Result> {
  const stepped = await deps.approvals.change(approval.id, (now) => end(now, found, deps.clock()));
  if ('approval' in stepped) return ended(stepped.approval, deps, elsewhere);
  return {
    deliveries: [],
    entries: [entryOf(approval, endEvents[found.phase], approval.requester, deps, found.note)],
  };
}

/**
 * The worker died on a granted request. Undefined where nothing was sent, for then it may be done; what may have been
 * sent is not sent again, and what was found out stands.
 */
export async function abandon(
  { id, approval: request }: Execute,
  deps: NotifyDependencies & EvidenceDependencies,
): Promise<Result | undefined> {
  const approval = await deps.approvals.get(request);
  if (!approval) return nothing;
  if (approval.ended) return approval.ended.job === id ? ended(approval, deps) : nothing;
  if (approval.phase === 'granted' || !(await isStarted(approval, deps))) return undefined;
  return close(approval, { phase: 'unknown', outcome: unheardOf, job: id }, deps);
}

/** Nothing is sent to the service before this is in the audit log. */
export const isStarted = async (
  { id, account }: Pick<Approval, 'id' | 'account'>,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> => (await auditLog.causedBy('started', { account, request: id })).length > 0;

/** What a granted request lacks by today's policy and today's voters; undefined where it may run. */
function lackingNow(
  { account, votes }: Approval,
  { lapsed, approvers }: Authority,
  { decision }: ChangeEvaluation,
  { policy }: Pick<ExecuteDependencies, 'policy'>,
): Answer | undefined {
  if (decision.kind === 'refuse')
    return [failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)];
  if (votes.some(({ breakGlass }) => breakGlass)) return undefined;
  const gone = [...lapsed].map(([who, why]) =>
    note('The approval of ', person(who), ` does not count: ${why}`),
  );
  const [needed, accounts] =
    decision.kind === 'ask' ? [decision.approvers, decision.accounts] : [1, [account]];
  const without = accounts.find((one) => !approvers.some((who) => mayApprove(who, one, policy)));
  if (without !== undefined && approvers.length > 0) {
    const why = `Nobody who may approve in account ${without} has agreed. Nothing was changed.`;
    return [failed(why), ...gone, askOneOf(peopleFor('approve', without, policy))];
  }
  if (approvers.length >= needed) return undefined;
  const counted = `${count(needed, 'approval')} needed, and ${approvers.length} still counted.`;
  return [failed(`${counted} Nothing was changed.`), ...gone];
}
