import { type ChangeState, type EndState, isDiscarded, isRequest } from '../change-states.ts';
import { isNotified, type Meaning, says } from '../message-words.ts';
import type { Claim, Found } from './found.ts';
import { endedSteps } from './step-ends.ts';

/** What people read of an end with this status: one of these. */
const ofEnds: Readonly<Partial<Record<EndState['status'], readonly Meaning[]>>> = {
  ended: ['ended'],
  skipped: ['not ended'],
  unknown: ['end unknown', 'not undone'],
};

/** Claims about the notifications, and about the final texts of messages. */
export function notificationClaims(found: Found, claim: Claim): void {
  const { changes, said, shown, cards } = found;
  const heard = (what: Meaning, change?: ChangeState): boolean =>
    said.some(({ text }) => says(text, what) && (!change || isAbout(text, change)));
  for (const change of changes) {
    const { id, status } = change;
    if (isRequest(change) && !isDiscarded(change) && isNotified(status))
      claim(heard(status, change), `nobody was told that ${id} is ${status}`);
  }
  for (const { change, step, name, outcome } of endedSteps(found)) {
    if (!isRequest(change) && (outcome === 'done' || outcome === 'failed' || outcome === 'unknown'))
      claim(heard(outcome), `nobody was told that ${name} is ${outcome}`);
    const ofEnd = step.end && ofEnds[step.end.status];
    if (ofEnd)
      claim(
        ofEnd.some((what) => heard(what)),
        `nobody was told that the end of ${name} is ${step.end?.status}`,
      );
    if (outcome === 'done' && change.isAllOrNothing && change.status === 'failed' && !step.end)
      claim(heard('not undone'), `${name} was to be undone, it stays, and nobody was told`);
    if (outcome === 'done' && step.isTemporary && !step.end)
      claim(heard('does not end'), `${name} was to end by itself, it stays, and nobody was told`);
  }
  const isOpen = changes.some(({ status }) => status === 'open' || status === 'previewed');
  for (const text of [...shown, ...cards.map((card) => card.text)])
    if (says(text, 'under way') && !isOpen)
      claim(false, `a message says what is over: ${text.slice(0, 160)}`);
}

/** Whether a message names a change, by its number or by the title of a step. */
const isAbout = (text: string, { number, steps }: ChangeState): boolean =>
  (number !== undefined && new RegExp(`#${number}\\b`).test(text)) ||
  steps.some(({ title }) => text.includes(title) || text.includes(title.slice(title.indexOf(' ') + 1)));
