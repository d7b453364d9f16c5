import { type Answer, done, failed, line, note, type Part } from '../../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../../core/approval.ts';
import type { Entry } from '../../core/ledger.ts';
import type { Prepared } from '../../core/operation.ts';
import type { Place } from '../../core/ports.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { Subject } from '../../core/undo.ts';
import type { Context } from '../../operations/context.ts';
import type { Ask } from '../../policy/decide.ts';
import { list } from '../../policy/services.ts';
import type { Ports } from '../ports.ts';
import type { Result } from '../result.ts';
import { entryOf, publish, refresh, tellAsker } from './announce.ts';
import { handOver } from './hand-over.ts';
import type { Judgement } from './judge.ts';
import { grant, unask } from './steps.ts';

interface Asked {
  readonly id: string;
  readonly team: string;
  readonly place: Place;
  readonly prepared: Prepared<Context>;
  readonly judgement: Judgement;
  readonly verdict: Ask;
  /** What it undoes, for an Undo. */
  readonly undoes: Subject | undefined;
  /** When it takes the place of another request: its id, and the word of whoever proposed it. */
  readonly instead?: { readonly id: string; readonly votes: readonly Vote[] };
}

/** What a request for approval still lacks, or undefined. */
export function lacking({ why, ticket }: Prepared<Context>, verdict: Ask): string | undefined {
  if (!why) return 'Whoever approves has to know why you want this: add why="…" to the line.';
  if (verdict.ticket && !ticket)
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
export async function tooManyOpen(asker: string, id: string, ports: Ports): Promise<string | undefined> {
  const named = await ports.approvals.waiting();
  const open = named.filter((one) => one.asker === asker && one.id !== id).length;
  if (open < mostOpen) return undefined;
  return `You have ${open} open requests, and ${mostOpen} is the most. Withdraw one, or wait until one ends. The command “approvals” lists them.`;
}

/** Asks others for their word, or says that they cannot be reached. Safe to repeat. */
export async function ask(asked: Asked, ports: Ports): Promise<Result> {
  const { posted, approval } = await post(asked, ports);
  if (posted) return tell(approval, [], ports);
  const next = note(`${inviteFirst}, and ask again: `, line(approval.line));
  return {
    tellings: [{ way: 'replace', answer: [unreachable(approval), next] }],
    entries: [notAsked(approval, ports)],
  };
}

/**
 * Keeps the request and posts its card. One that nobody can see must not linger; it can be asked for again. Rejects with
 * `Unavailable` where Slack did not answer.
 */
export async function post(
  asked: Asked,
  ports: Ports,
): Promise<{ readonly posted: boolean; readonly approval: Approval }> {
  const fresh = approvalFrom(asked, ports.clock());
  await ports.approvals.put(fresh);
  const kept = await ports.approvals.change(fresh.id, (now) => ({ approval: now.unasked ? fresh : now }));
  const approval = 'approval' in kept ? kept.approval : fresh;
  try {
    return { posted: true, approval: await publish(approval, ports) };
  } catch (error) {
    // It is not known whether the card is there. The next delivery, or the sweeper, looks and posts it.
    if (error instanceof Unavailable) throw error;
    const stepped = await ports.approvals.change(approval.id, (now) => unask(now, ports.clock()));
    const left = 'approval' in stepped ? stepped.approval : await ports.approvals.get(approval.id);
    return { posted: !left?.unasked, approval: left ?? approval };
  }
}

const why = ({ channel }: Approval): string =>
  `The request could not be posted to ${channel}. Nobody was asked.`;

/** What the asker hears of a request that nobody could be asked about, and what helps. */
export const unreachable = (approval: Approval): Part => failed(`${why(approval)} Nothing was changed.`);
export const inviteFirst = 'Invite Skydesk to that channel, or have the policy name another';

/** What goes on record of a request that nobody could be asked about. */
export const notAsked = (approval: Approval, ports: Ports): Entry =>
  entryOf(approval, 'refused', approval.asker, ports, why(approval));

/** Tells the asker of a request that was posted, and hands it over where its `proposers` are all that it needs. */
export async function tell(posted: Approval, proposers: readonly Vote[], ports: Ports): Promise<Result> {
  const published = await grantIfAgreed(posted, ports);
  await tellAsker(published, ports);
  const entries = [
    entryOf(published, 'asked', published.asker, ports, published.why),
    ...proposers.map(({ person, comment }) => entryOf(published, 'approved', person, ports, comment)),
  ];
  if (published.phase === 'granted') {
    await handOver(published, ports);
    const sentence = `Whoever proposed it has agreed already, so Skydesk will now ${published.says}.`;
    return { tellings: [{ way: 'replace', answer: [done(sentence)] }], entries };
  }
  const people = published.approvers === 1 ? 'one other person' : `${published.approvers} other people`;
  return {
    tellings: [
      {
        way: 'replace',
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
async function grantIfAgreed(approval: Approval, ports: Ports): Promise<Approval> {
  const granted = await ports.approvals.change(approval.id, (now) => grant(now, ports.clock()));
  if ('refused' in granted) return approval;
  await refresh(granted.approval, ports);
  return granted.approval;
}

function approvalFrom(
  { id, team, place, prepared, judgement, verdict, undoes, instead }: Asked,
  now: number,
): Approval {
  const { plan, context, meaning, hash, judged } = judgement;
  const minutes = 60_000;
  return {
    id,
    asker: place.person,
    team,
    place,
    account: context.service.alias,
    accounts: verdict.accounts,
    operation: prepared.operation.id,
    raw: plan.raw,
    line: prepared.line,
    says: plan.says,
    why: prepared.why ?? '',
    ticket: prepared.ticket,
    targets: plan.touches,
    meaning,
    points: verdict.points,
    hash,
    judged,
    approvers: verdict.approvers,
    channel: verdict.channel,
    created: now,
    remindAt: now + verdict.remindMinutes * minutes,
    expires: now + verdict.expiresMinutes * minutes,
    reminded: false,
    phase: 'open',
    since: now,
    votes: instead?.votes ?? [],
    cards: [],
    undoes,
    instead: instead?.id,
  };
}
