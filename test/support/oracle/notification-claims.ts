import type { ChangeState } from '../change-states.ts';
import { isRequest } from '../change-states.ts';
import type { Claim, Found } from './found.ts';
import { endedSteps } from './step-ends.ts';

/** Patterns of the messages about a change's outcome. */
const words: Readonly<Record<string, RegExp>> = {
  done: /Applied|\b(created|updated|deleted|assigned|unassigned|set|removed|added|enabled|disabled)\b|\d+ of \d+ done/,
  failed: /Nothing was changed|[Ff]ailed|rejected this request|Not done|couldn’t|done, \d+ failed/,
  unknown: /[Oo]utcome unknown|unknown outcome|not known/,
  rejected: /[Rr]ejected/,
  withdrawn: /[Ww]ithdr[ae]wn?|[Cc]ancelled|canceled/,
  expired: /[Ee]xpired/,
  outdated: /[Oo]utdated|changed since|no longer|Nothing was changed/,
  superseded: /[Rr]eplaced/,
};

const endWords: Readonly<Record<string, RegExp>> = {
  ended: /Ended|Undone/,
  skipped: /Not ended|Not undone/,
  unknown: /Outcome of its end unknown|Not undone/,
};

/** Texts that a message shows only while something is in progress. */
const underWay = /Applying…|Ending now|Asking the cloud API…|Checking…|Loading…/;

/** Claims about the notifications, and about the final texts of messages. */
export function notificationClaims(found: Found, claim: Claim): void {
  const { changes, said, shown, cards } = found;
  const heard = (pattern: RegExp, change?: ChangeState): boolean =>
    said.some(({ text }) => pattern.test(text) && (!change || isAbout(text, change)));
  for (const change of changes) {
    if (!isRequest(change) || change.isDiscarded) continue;
    const pattern = words[change.status];
    if (pattern) claim(heard(pattern, change), `nobody was told that ${change.id} is ${change.status}`);
  }
  for (const { change, step, name, outcome } of endedSteps(found)) {
    if (!isRequest(change) && (outcome === 'done' || outcome === 'failed' || outcome === 'unknown'))
      claim(heard(words[outcome] ?? /./), `nobody was told that ${name} is ${outcome}`);
    const pattern = step.end && endWords[step.end.status];
    if (pattern) claim(heard(pattern), `nobody was told that the end of ${name} is ${step.end?.status}`);
    if (outcome === 'done' && change.isAllOrNothing && change.status === 'failed' && !step.end)
      claim(heard(/Not undone/), `${name} was to be undone, it stays, and nobody was told`);
    if (outcome === 'done' && step.isTemporary && !step.end)
      claim(heard(/end by itself/), `${name} was to end by itself, it stays, and nobody was told`);
  }
  const isOpen = changes.some(({ status }) => status === 'open' || status === 'previewed');
  for (const text of [...shown, ...cards])
    if (underWay.test(text) && !isOpen) claim(false, `a message says what is over: ${text.slice(0, 160)}`);
}

/** Whether a message names a change, by its number or by the title of a step. */
const isAbout = (text: string, { number, steps }: ChangeState): boolean =>
  (number !== undefined && new RegExp(`#${number}\\b`).test(text)) ||
  steps.some(({ title }) => text.includes(title) || text.includes(title.slice(title.indexOf(' ') + 1)));

/** Claims that each card shows the state of its request, and that there are no other cards. */
export function cardClaims({ changes, cards }: Found, claim: Claim): void {
  const requests = changes.filter(isRequest);
  for (const { id, status, isDiscarded, card } of requests)
    if (!isDiscarded && card !== undefined) claim(cards.includes(card), `no card shows ${id} (${status})`);
  for (const card of cards)
    claim(
      requests.some((request) => request.card === card),
      `a card shows what is not so: ${card.slice(0, 160)}`,
    );
}
