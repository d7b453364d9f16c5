import { type ChangeState, isDiscarded, isRequest } from '../change-states.ts';
import { approvalsOnCard, isStatusOnCard, says, summaryInWords } from '../message-words.ts';
import { isNamedIn } from '../shown.ts';
import type { Card, Claim, Found } from './found.ts';

/** Claims that each request that needs approval has a card, and that each card shows how its request is. */
export function cardClaims({ changes, cards }: Found, claim: Claim): void {
  const requests = changes.filter(
    (change) => isRequest(change) && change.approvers > 0 && !isDiscarded(change),
  );
  const requestOf = new Map(cards.map((card) => [card, requestOn(card, requests)]));
  const shown = new Set(requestOf.values());
  for (const request of requests)
    claim(shown.has(request), `no card shows ${request.id} (${request.status})`);
  for (const [card, request] of requestOf) {
    claim(request !== undefined, `a card shows no request: ${card.text.slice(0, 160)}`);
    for (const { isSo, fact } of request ? factsOn(card, request) : [])
      claim(
        isSo,
        `the card of ${request?.id} (${request?.status}) does not show ${fact}: ${card.text.slice(0, 160)}`,
      );
  }
}

/** The request of a card: that which stores the card, else that which the card names. */
const requestOn = ({ ts, text }: Card, requests: readonly ChangeState[]): ChangeState | undefined =>
  requests.find(({ cards }) => cards.some((card) => card.ts === ts)) ??
  requests.find(({ number }) => text.includes(`#${number} · `));

/** What a card has to show of its request, in the oracle's own terms, and whether it does. */
function factsOn(
  { text, decisions }: Card,
  { status, approvers, votes, suggestion, steps }: ChangeState,
): readonly { readonly isSo: boolean; readonly fact: string }[] {
  const isOpen = status === 'open';
  const approvals = votes.filter(({ vote, counts }) => vote === 'approve' && counts);
  const approved = new Set(approvals.map(({ person }) => person)).size;
  const isSuggested = isOpen && suggestion !== undefined;
  return [
    { isSo: decisions.includes('review') === isOpen, fact: isOpen ? 'its button' : 'that it is closed' },
    isOpen
      ? { isSo: text.includes(approvalsOnCard(approved, approvers)), fact: 'its approvals' }
      : { isSo: isStatusOnCard(text, status), fact: 'its status' },
    ...votes.map(({ person }) => ({ isSo: isNamedIn(text, person), fact: `the vote of ${person}` })),
    { isSo: says(text, 'suggested') === isSuggested, fact: 'whether something else is suggested' },
    {
      isSo: isOpen || steps.length === 1 || text.includes(summaryInWords(steps)),
      fact: 'what came of its steps',
    },
  ];
}
