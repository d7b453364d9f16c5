import { type Answer, failed, note } from '../../core/answer.ts';
import type { Approval } from '../../core/approval.ts';
import type { Entry, Event } from '../../core/ledger.ts';
import type { Message } from '../../core/ports.ts';
import type { Ports } from '../ports.ts';
import { entry } from '../recorded.ts';
import { brokenGlass, card, turn } from './card.ts';
import { type Move, moved } from './steps.ts';

/** Puts the card into the approvals channel, unless it is there already. Rejects when Slack does not take it. */
export async function publish(approval: Approval, ports: Ports): Promise<Approval> {
  if (approval.cards.length > 0) return approval;
  const message = await ports.messenger.send(approval.channel, card(approval));
  const stepped = await ports.approvals.change(approval.id, (now) => ({
    approval: { ...now, cards: [...now.cards, message] },
  }));
  if ('refused' in stepped) return approval;
  if (!isSameCard(stepped.approval, approval)) await refresh(stepped.approval, ports);
  return stepped.approval;
}

/**
 * Brings every copy of the card, and every notice, up to date. Others may be at the same, and Slack keeps whatever comes
 * last, so whoever drew looks again: the last of them shows how things stand. A message that cannot be reached is no
 * reason to stop.
 */
export async function refresh(approval: Approval, ports: Ports): Promise<void> {
  let now: Approval | undefined = approval;
  try {
    do {
      approval = now;
      const moves = (
        await Promise.all(messagesOf(approval).map((one) => redraw(one, approval.id, ports)))
      ).flat();
      if (moves.length > 0) await ports.approvals.change(approval.id, (known) => moved(known, moves));
      now = await ports.approvals.get(approval.id);
    } while (now && !isSameCard(now, approval));
  } catch {
    ports.log('card not updated', { approval: approval.id });
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
    notice ? [{ what: 'notice' as const, message: notice, answer: brokenGlass(approval, comment) }] : [],
  ),
];

/** Edits a message; where it stands now, if it was deleted and had to be posted again. */
async function redraw(
  { what, message, answer }: Shown,
  approval: string,
  ports: Ports,
): Promise<readonly Move[]> {
  try {
    const to = await ports.messenger.edit(message, answer);
    if (to) return to.ts === message.ts ? [] : [{ what, from: message, to }];
  } catch {}
  ports.log('card not updated', { approval });
  return [];
}

const isSameCard = (one: Approval, other: Approval): boolean =>
  JSON.stringify(card(one)) === JSON.stringify(card(other));

/** Tells the asker in a direct message how things stand. */
export async function tellAsker(approval: Approval, ports: Ports, what?: Answer): Promise<void> {
  try {
    await ports.messenger.send(approval.asker, turn(approval, what));
  } catch {
    ports.log('asker not told', { approval: approval.id });
  }
}

/** One entry of the record about a request for approval, caused by `person`. */
export const entryOf = (
  approval: Approval,
  event: Event,
  person: string,
  ports: Ports,
  comment?: string,
): Entry => entry(event, approval, ports, { person, ...(comment && { note: comment }) });

/** The void of a request whose ground has shifted, told to all; `shown` is for whoever brought it to light. */
export async function announceStale(
  approval: Approval,
  changes: readonly string[],
  ports: Ports,
): Promise<{ shown: Answer; entries: readonly Entry[] }> {
  const sentences = changes.map((sentence) => note(sentence));
  await refresh(approval, ports);
  await tellAsker(approval, ports, [...sentences, note('Ask again to have it judged as things are now.')]);
  return {
    shown: [
      failed('This is not what was asked for any more, so it is void. Nothing was changed.'),
      ...sentences,
    ],
    entries: [entryOf(approval, 'failed', approval.asker, ports, `Void: ${changes.join(' ')}`)],
  };
}
