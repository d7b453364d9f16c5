import { type Answer, note } from '../core/answer.ts';
import { type Approval, type Due, dues } from '../core/approval.ts';
import type { Message } from '../core/messaging.ts';
import { Unavailable } from '../core/unavailable.ts';
import { errorName } from '../core/user-error.ts';
import type { EndedRequest, StatusMessage } from '../requests/result.ts';
import type { CardDependencies, EndDependencies } from './approval-dependencies.ts';
import { statusMessage } from './approval-result.ts';
import { breakGlassNotice, card } from './card.ts';
import { report } from './report.ts';
import { cardLeft, type Move, moved, settled } from './transitions/telling.ts';

/** Slack will not take the card of a request, so nobody can see it. */
export class NotPosted extends Error {
  override readonly name = 'NotPosted';
}

/**
 * Puts the card into the approvals channel, unless it is there already. Rejects with `NotPosted` when Slack will not
 * take it, and with `Unavailable` when it did not answer: then the card may be there, and the next delivery posts another.
 * A card that Slack took and the table did not is marked as not in use.
 */
export async function publish(approval: Approval, deps: CardDependencies): Promise<Approval> {
  if (approval.cards.length > 0) return approval;
  const message = await deps.messenger.send(approval.channel, card(approval)).catch((error: unknown) => {
    throw error instanceof Unavailable ? error : new NotPosted(approval.id);
  });
  try {
    const stepped = await deps.approvals.change(approval.id, (now) => ({
      approval: { ...now, cards: [...now.cards, message] },
    }));
    if ('refused' in stepped) return approval;
    if (!isSameCard(stepped.approval, approval)) await refresh(stepped.approval, deps);
    return stepped.approval;
  } catch (error) {
    const notInUse = note(
      'This card is not in use. The request has another one, or gets it in a few minutes.',
    );
    await deps.messenger.edit(message, [notInUse]).catch(() => {});
    throw error;
  }
}

/**
 * Brings every copy of the card, and every notice, up to date. Others may be at the same, and Slack keeps whatever comes
 * last, so each job checks again after it drew: the last of them shows how things stand. A message that cannot be reached is no
 * reason to stop. False where it is worth another attempt later.
 */
export async function refresh(approval: Approval, deps: CardDependencies): Promise<boolean> {
  let now: Approval | undefined = approval;
  let drawnAll = true;
  try {
    do {
      approval = now;
      const edits = await Promise.all(messagesOf(approval).map((one) => redraw(one, approval.id, deps)));
      drawnAll = edits.every(({ drawn }) => drawn);
      const moves = edits.flatMap((edit) => edit.moves);
      if (moves.length > 0) await deps.approvals.change(approval.id, (known) => moved(known, moves));
      now = await deps.approvals.get(approval.id);
    } while (now && !isSameCard(now, approval));
    return drawnAll;
  } catch {
    deps.log('card not updated', { approval: approval.id });
    return false;
  }
}

interface Shown {
  readonly what: Move['what'];
  readonly message: Message;
  readonly answer: Answer;
}

/** All that stands in Slack about a request for everybody to see. */
const messagesOf = (approval: Approval): readonly Shown[] => [
  ...approval.cards.map((message) => ({ what: 'card' as const, message, answer: card(approval) })),
  ...approval.votes.flatMap(({ notice, comment = '' }) =>
    notice ? [{ what: 'notice' as const, message: notice, answer: breakGlassNotice(approval, comment) }] : [],
  ),
];

/**
 * Edits a message; where it stands now, if it was deleted and had to be posted again. Not drawn is only what is worth
 * another attempt.
 */
async function redraw(
  { what, message, answer }: Shown,
  approval: string,
  deps: CardDependencies,
): Promise<{ readonly moves: readonly Move[]; readonly drawn: boolean }> {
  let drawn = true;
  try {
    const to = await deps.messenger.edit(message, answer);
    if (to) return { moves: to.ts === message.ts ? [] : [{ what, from: message, to }], drawn };
  } catch (error) {
    drawn = !(error instanceof Unavailable);
  }
  deps.log('card not updated', { approval });
  return { moves: [], drawn };
}

const isSameCard = (one: Approval, other: Approval): boolean =>
  JSON.stringify(card(one)) === JSON.stringify(card(other));

/** Draws the card of a request that goes on; where Slack does not answer, the sweeper does it. */
export async function show(approval: Approval, deps: CardDependencies): Promise<void> {
  if (await refresh(approval, deps)) return;
  try {
    await deps.approvals.change(approval.id, cardLeft);
  } catch {
    deps.log('card stays as it is', { approval: approval.id });
  }
}

/**
 * Draws the card of a request as it stands now, by its id. Rejects where the table does not answer: the sweeper can't know
 * either that the card is not drawn.
 */
export async function showNow(id: string, deps: CardDependencies): Promise<void> {
  const approval = await deps.approvals.get(id);
  if (approval) await show(approval, deps);
}

/** Tells the requester in a direct message how things stand. False where it is worth another attempt later. */
export async function tellRequester(
  { approval, to, answer }: StatusMessage,
  { messenger, log }: Pick<CardDependencies, 'messenger' | 'log'>,
): Promise<boolean> {
  try {
    await messenger.send(to, answer);
    return true;
  } catch (error) {
    log('requester not told', { approval, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/**
 * Does what is due about the end of a request, but for what is done `elsewhere`. Resolves to what is worth another attempt
 * later.
 */
export async function announceEnd(
  approval: Approval,
  elsewhere: readonly Due[],
  deps: EndDependencies,
): Promise<readonly Due[]> {
  const { due = [] } = approval;
  const does: Readonly<Record<Exclude<Due, 'log'>, () => Promise<boolean>>> = {
    card: () => refresh(approval, deps),
    requester: () => tellRequester(statusMessage(approval), deps),
    channel: () => tellChannel(approval, deps),
    undo: () => giveUndoBack(approval, deps),
  };
  const left: Due[] = [];
  for (const one of dues) {
    if (one === 'log' || !due.includes(one) || elsewhere.includes(one)) continue;
    if (!(await does[one]())) left.push(one);
  }
  return left;
}

/**
 * Announces the end of a request that a job ended. What is worth another attempt is left to the sweeper, with the audit log
 * unless that has the end: `recorded`. Never rejects.
 */
export async function finishEnd(
  { approval: id, told }: EndedRequest,
  job: string,
  recorded: boolean,
  deps: EndDependencies,
): Promise<void> {
  try {
    const approval = await deps.approvals.get(id);
    if (!approval) return;
    const left = await announceEnd(approval, ['log', 'channel', ...told], deps);
    const still: readonly Due[] = recorded ? left : [...left, 'log'];
    await deps.approvals.change(id, (now) => settled(now, job, still));
  } catch (error) {
    deps.log('end not settled', { approval: id, error: errorName(error) });
  }
}

/** Tells the channel of the request how an approved change ended. False where it is worth another attempt later. */
async function tellChannel(approval: Approval, deps: EndDependencies): Promise<boolean> {
  const answer = report(approval);
  try {
    if (answer) await deps.messenger.post(approval.replyTo, answer);
    return true;
  } catch (error) {
    deps.log('end not reported', { approval: approval.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Nothing came of what the Undo was used for, so it is offered again. */
async function giveUndoBack({ id, undoes }: Approval, deps: EndDependencies): Promise<boolean> {
  if (undoes?.usedBy === undefined) return true;
  try {
    await deps.undoStore.giveBack(undoes.id, undoes.usedBy);
    return true;
  } catch (error) {
    deps.log('undo not given back', { approval: id, error: errorName(error) });
    return false;
  }
}
