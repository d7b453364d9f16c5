import { auditEntries } from '../audit-log/entries.ts';
import type { ChangeEvaluation } from '../changes/evaluate-change.ts';
import { type Answer, done, failed, note, type Part } from '../core/answer.ts';
import type { Approval, Approvals, Vote } from '../core/approval.ts';
import { type Change, linesOf, titleOf } from '../core/change.ts';
import { list } from '../core/list.ts';
import type { Ask } from '../policy/decide.ts';
import type { Result } from '../requests/result.ts';
import type { CardDependencies, TransitionDependencies } from './approval-dependencies.ts';
import { ended, statusMessage } from './approval-result.ts';
import { executionsOf } from './enqueue-execution.ts';
import { NotPosted, publish } from './notify.ts';
import { discard } from './transitions/closing.ts';
import { approveIfAgreed } from './transitions/votes.ts';

interface Asked {
  readonly change: Change;
  /** The job that asks. */
  readonly job: string;
  readonly evaluation: ChangeEvaluation;
  readonly decision: Ask;
  /** The request that it supersedes: its id, and the vote of the approver who suggested the change. */
  readonly supersedes?: { readonly id: string; readonly votes: readonly Vote[] };
}

/** What a request for approval still lacks, or undefined. */
export function lacking({ reason, ticket }: Change, decision: Ask): string | undefined {
  if (!reason) return 'Whoever approves has to know why you want this: add why="…" to the line.';
  if (decision.ticket && !ticket)
    return 'A change this risky needs the id of a ticket: add ticket=… to the line.';
  return undefined;
}

/** That a change which touches several accounts needs an approver for each; nothing for any other. */
export const forEachAccount = (accounts: readonly string[]): Answer =>
  accounts.length < 2
    ? []
    : [note(`For each of the accounts ${list(accounts)}, somebody who may approve there has to agree.`)];

/** So many requests of one person may wait at once: approvers would read no more of them. */
const maxOpen = 20;

/** Why this person cannot ask for one more approval now, or undefined. The request `id` itself does not count. */
export async function tooManyOpen(
  requester: string,
  id: string,
  deps: { readonly approvals: Pick<Approvals, 'waiting'> },
): Promise<string | undefined> {
  const named = await deps.approvals.waiting();
  const open = named.filter((one) => one.requester === requester && one.id !== id).length;
  if (open < maxOpen) return undefined;
  return `You have ${open} open requests, and ${maxOpen} is the most. Withdraw one, or wait until one ends. The command “approvals” lists them.`;
}

/** Asks approvers for a change, or says that they cannot be reached. Safe to repeat. */
export async function requestApproval(
  asked: Asked,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const fresh = approvalFrom(asked, deps.clock());
  await deps.approvals.put(fresh);
  const kept = await deps.approvals.change(fresh.id, (now) => ({ approval: now.discarded ? fresh : now }));
  return goOnAsking('approval' in kept ? kept.approval : fresh, deps);
}

/** Posts the card of a request that is kept. One that nobody can see must not linger; it can be asked for again. */
export async function goOnAsking(
  kept: Approval,
  deps: TransitionDependencies & CardDependencies,
): Promise<Result> {
  const posted = await post(kept, deps);
  if (posted) return tell(posted, kept, deps);
  const stepped = await deps.approvals.change(kept.id, (now) => discard(now, why(now), deps.clock()));
  const left = 'approval' in stepped ? stepped.approval : kept;
  if (!left.discarded) return tell(left, kept, deps);
  const next = note(`${inviteFirst}, and ask again: `, ...linesOf(left));
  return {
    ...ended(left, deps, ['requester']),
    deliveries: [{ kind: 'replace', answer: [unreachable(left), next] }],
  };
}

/** Posts its card, unless it is there already; undefined where Slack does not take it. */
export async function post(approval: Approval, deps: CardDependencies): Promise<Approval | undefined> {
  try {
    return await publish(approval, deps);
  } catch (error) {
    if (error instanceof NotPosted) return undefined;
    throw error;
  }
}

export const why = ({ channel }: Pick<Approval, 'channel'>): string =>
  `The request could not be posted to ${channel}. Nobody was asked.`;

/** What the requester hears of a request that nobody could be asked about, and what helps. */
export const unreachable = (approval: Approval): Part => failed(`${why(approval)} Nothing was changed.`);
export const inviteFirst = 'Invite Skydesk to that channel, or have the policy name another';

/**
 * Tells the requester of a request that was posted; where the approver who suggested it is all that it needs, it runs next. `before`: the
 * request before this job posted its card, which is drawn once more if it was there already.
 */
export async function tell(
  posted: Approval,
  before: Approval,
  deps: TransitionDependencies,
): Promise<Result> {
  const published = await approveWithSuggesters(posted, deps);
  const suggesters = published.votes.filter(({ job }) => job === published.job);
  const entries = [
    ...auditEntries('requested', published, deps, { note: published.reason }),
    ...suggesters.flatMap(({ person, comment }) =>
      auditEntries('approved', published, deps, { person, ...(comment && { note: comment }) }),
    ),
  ];
  const statusMessages = [statusMessage(published)];
  if (published.phase === 'approved') {
    const sentence = `Whoever proposed it has agreed already, so Skydesk will now ${titleOf(published)}.`;
    return {
      deliveries: [{ kind: 'replace', answer: [done(sentence)] }],
      entries,
      cards: [published.id],
      statusMessages,
      next: executionsOf(published, deps.clock()),
    };
  }
  const people = published.approvers === 1 ? 'one other person' : `${published.approvers} other people`;
  return {
    deliveries: [
      {
        kind: 'replace',
        answer: [
          done(
            `Asked in ${published.channel}: ${people} must agree before Skydesk will ${titleOf(published)}.`,
          ),
          ...forEachAccount(published.accounts),
          note('You are told in a direct message at each turn.'),
        ],
      },
    ],
    entries,
    cards: before.cards.length > 0 ? [published.id] : [],
    statusMessages,
  };
}

/** The approval of who suggested the change can be all that it needs. */
async function approveWithSuggesters(approval: Approval, deps: TransitionDependencies): Promise<Approval> {
  const approved = await deps.approvals.change(approval.id, (now) => approveIfAgreed(now, deps.clock()));
  return 'refused' in approved ? approval : approved.approval;
}

/** A request as it begins. */
export function approvalFrom(
  { change, job, evaluation, decision, supersedes }: Asked,
  now: number,
): Approval {
  const { impact, impactLine, riskLine, basis } = evaluation;
  const minutes = 60_000;
  return {
    ...change,
    reason: change.reason ?? '',
    job,
    accounts: decision.accounts,
    impact,
    impactLine,
    riskLine,
    points: decision.points,
    basis,
    approvers: decision.approvers,
    channel: decision.channel,
    created: now,
    remindAt: now + decision.remindMinutes * minutes,
    expires: now + decision.expiresMinutes * minutes,
    reminded: false,
    phase: 'open',
    since: now,
    votes: supersedes?.votes ?? [],
    cards: [],
    supersedes: supersedes?.id,
  };
}
