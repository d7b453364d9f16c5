import { type Answer, done, failed, line, note, type Part } from '../core/answer.ts';
import { type Approval, type Approvals, accountsOf, type Vote } from '../core/approval.ts';
import type { Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { SnapshotSubject } from '../core/snapshot.ts';
import type { Context } from '../operations/shared/context.ts';
import type { Ask } from '../policy/decide.ts';
import { list } from '../policy/traffic/services.ts';
import type { Result } from '../requests/result.ts';
import type { CardDependencies, NotifyDependencies } from './approval-dependencies.ts';
import type { ChangeEvaluation } from './basis.ts';
import { toExecute } from './enqueue-execution.ts';
import { ended, entryOf, NotPosted, publish, show, tellRequester } from './notify.ts';
import { discard } from './transitions/closing.ts';
import { grant } from './transitions/votes.ts';

interface Asked {
  readonly id: string;
  /** The job that asks. */
  readonly job: string;
  readonly team: string;
  readonly place: ReplyTarget;
  readonly prepared: Prepared<Context>;
  readonly evaluation: ChangeEvaluation;
  readonly decision: Ask;
  /** What it undoes, for an Undo. */
  readonly undoes: SnapshotSubject | undefined;
  /** The Undo that it used up by that. */
  readonly usedUndo: Approval['usedUndo'];
  /** When it takes the place of another request: its id, and the word of whoever proposed it. */
  readonly instead?: { readonly id: string; readonly votes: readonly Vote[] };
}

/** What a request for approval still lacks, or undefined. */
export function lacking({ why, ticket }: Prepared<Context>, decision: Ask): string | undefined {
  if (!why) return 'Whoever approves has to know why you want this: add why="…" to the line.';
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
const mostOpen = 20;

/** Why this person cannot ask for one more approval now, or undefined. The request `id` itself does not count. */
export async function tooManyOpen(
  requester: string,
  id: string,
  deps: { readonly approvals: Pick<Approvals, 'waiting'> },
): Promise<string | undefined> {
  const named = await deps.approvals.waiting();
  const open = named.filter((one) => one.requester === requester && one.id !== id).length;
  if (open < mostOpen) return undefined;
  return `You have ${open} open requests, and ${mostOpen} is the most. Withdraw one, or wait until one ends. The command “approvals” lists them.`;
}

/** Asks others for their word, or says that they cannot be reached. Safe to repeat. */
export async function ask(asked: Asked, deps: NotifyDependencies): Promise<Result> {
  const fresh = approvalFrom(asked, deps.clock());
  await deps.approvals.put(fresh);
  const kept = await deps.approvals.change(fresh.id, (now) => ({ approval: now.unasked ? fresh : now }));
  return goOnAsking('approval' in kept ? kept.approval : fresh, deps);
}

/** Posts the card of a request that is kept. One that nobody can see must not linger; it can be asked for again. */
export async function goOnAsking(kept: Approval, deps: NotifyDependencies): Promise<Result> {
  const posted = await post(kept, deps);
  if (posted) return tell(posted, deps);
  const stepped = await deps.approvals.change(kept.id, (now) => discard(now, why(now), deps.clock()));
  const left = 'approval' in stepped ? stepped.approval : kept;
  if (!left.unasked) return tell(left, deps);
  const next = note(`${inviteFirst}, and ask again: `, line(left.line));
  return {
    ...(await ended(left, deps, ['requester'])),
    deliveries: [{ kind: 'replace', answer: [unreachable(left), next] }],
  };
}

/** Posts its card, or sees that it shows how things stand; undefined where Slack does not take it. */
export async function post(approval: Approval, deps: CardDependencies): Promise<Approval | undefined> {
  if (approval.cards.length > 0) {
    await show(approval, deps);
    return approval;
  }
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

/** Tells the requester of a request that was posted; where its proposers are all that it needs, it runs next. */
export async function tell(posted: Approval, deps: NotifyDependencies): Promise<Result> {
  const published = await grantIfAgreed(posted, deps);
  await tellRequester(published, deps);
  const proposers = published.votes.filter(({ job }) => job === published.job);
  const entries = [
    entryOf(published, 'requested', published.requester, deps, published.why),
    ...proposers.map(({ person, comment }) => entryOf(published, 'approved', person, deps, comment)),
  ];
  if (published.phase === 'granted') {
    const sentence = `Whoever proposed it has agreed already, so Skydesk will now ${published.says}.`;
    return {
      deliveries: [{ kind: 'replace', answer: [done(sentence)] }],
      entries,
      next: toExecute(published),
    };
  }
  const people = published.approvers === 1 ? 'one other person' : `${published.approvers} other people`;
  return {
    deliveries: [
      {
        kind: 'replace',
        answer: [
          done(`Asked in ${published.channel}: ${people} must agree before Skydesk will ${published.says}.`),
          ...forEachAccount(accountsOf(published)),
          note('You are told in a direct message at each turn.'),
        ],
      },
    ],
    entries,
  };
}

/** The word of whoever proposed it can be all that it needs. */
async function grantIfAgreed(approval: Approval, deps: NotifyDependencies): Promise<Approval> {
  const granted = await deps.approvals.change(approval.id, (now) => grant(now, deps.clock()));
  if ('refused' in granted) return approval;
  await show(granted.approval, deps);
  return granted.approval;
}

/** A request as it begins. */
export function approvalFrom(
  { id, job, team, place, prepared, evaluation, decision, undoes, usedUndo, instead }: Asked,
  now: number,
): Approval {
  const { plan, context, meaning, hash, judged } = evaluation;
  const minutes = 60_000;
  return {
    id,
    job,
    requester: place.person,
    team,
    place,
    account: context.service.alias,
    accounts: decision.accounts,
    operation: prepared.operation.id,
    raw: plan.raw,
    line: prepared.line,
    says: plan.title,
    why: prepared.why ?? '',
    ticket: prepared.ticket,
    targets: plan.targets,
    meaning,
    points: decision.points,
    hash,
    judged,
    approvers: decision.approvers,
    channel: decision.channel,
    created: now,
    remindAt: now + decision.remindMinutes * minutes,
    expires: now + decision.expiresMinutes * minutes,
    reminded: false,
    phase: 'open',
    since: now,
    votes: instead?.votes ?? [],
    cards: [],
    undoes,
    usedUndo,
    instead: instead?.id,
  };
}
