import type { ChangeStatus, StepState } from './change-states.ts';

/*
 * What messages say, by today's words: no message carries its meaning otherwise, except for what its buttons decide. So this is the one
 * file that changes with those words; the oracle, the model and the chaos tests know no sentence of Skydesk.
 */

/** What a message says of a change, in the words of each status that people are notified of. */
const ofChanges = {
  done: /Applied|\b(created|updated|deleted|assigned|unassigned|set|removed|added|enabled|disabled)\b|\d+ of \d+ done/,
  failed: /Nothing was changed|[Ff]ailed|rejected this request|Not done|couldn’t|done, \d+ failed/,
  unknown: /[Oo]utcome unknown|unknown outcome/,
  rejected: /[Rr]ejected/,
  withdrawn: /[Ww]ithdr[ae]wn?|[Cc]ancelled|canceled/,
  expired: /[Ee]xpired/,
  outdated: /[Oo]utdated|changed since|no longer|Nothing was changed/,
  superseded: /[Rr]eplaced/,
} satisfies Readonly<Partial<Record<ChangeStatus, RegExp>>>;

const words = {
  ...ofChanges,
  /** That it is done, in the JSON of a message that could be a preview as well. */
  'done, in JSON':
    /white_check_mark.*\b(created|updated|deleted|assigned|unassigned|set|removed|added|enabled|disabled)\b|Applied|Public IP added to/,
  'nothing was changed': /Nothing was changed/,
  /** That something before it has an unknown outcome, as the reason why nothing was changed. */
  'unknown before': /outcome is unknown/,
  'may still come': /may still take effect/,
  suggested: / suggests /,

  // About the end of a step.
  ended: /(Ended|Undone) · /,
  'not ended': /Not (ended|undone) · /,
  'end unknown': /Outcome of its end unknown/,
  'nothing to end': /Nothing left to end/,
  'ends soon': /Ends soon/,
  overdue: /Overdue/,
  'tried again': /keeps trying/,
  'not undone': /Not undone/,
  'does not end': /end by itself/,

  // While something is in progress.
  'under way': /Applying…|Ending now|Asking the cloud API…|Checking…|Loading…/,
  'opens later': /Loading…|Checking…/,
  'comes later': /Asking the cloud API…|The answer comes below\./,
} satisfies Readonly<Record<string, RegExp>>;

export type Meaning = keyof typeof words;

/** Whether a text says this. */
export const says = (text: string, what: Meaning): boolean => words[what].test(text);

/** The statuses that people are notified of. */
export const isNotified = (status: ChangeStatus): status is keyof typeof ofChanges => status in ofChanges;

/** Summarizes the outcomes of a change's steps: "8 of 10 done, 1 failed, 1 with an unknown outcome". */
export function summaryInWords(steps: readonly Pick<StepState, 'outcome'>[]): string {
  const ended = (kind: StepState['outcome']) => steps.filter(({ outcome }) => outcome === kind).length;
  const [failures, unknowns] = [ended('failed'), ended('unknown')];
  return [
    `${ended('done')} of ${steps.length} done`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(unknowns > 0 ? [`${unknowns} with an unknown outcome`] : []),
  ].join(', ');
}

/** What the card of a request that is not open says first, after its icon: one of these. */
const onCard: Readonly<Record<ChangeStatus, readonly string[]>> = {
  previewed: [],
  confirmed: [],
  cancelled: [],
  open: [],
  approved: ['Applying…', 'Approved · '],
  running: ['Applying…'],
  done: ['Applied'],
  failed: ['Failed', 'Partly applied'],
  unknown: ['Outcome unknown'],
  skipped: [],
  over: [],
  rejected: ['Rejected'],
  withdrawn: ['Withdrawn'],
  refused: ['Refused'],
  expired: ['Expired'],
  outdated: ['Outdated'],
  superseded: ['Replaced by '],
};

/** What precedes the first words of a card: its icon, or in memory the kind and the tone of its first part. */
const icon = /^(?:push(?:done|waiting|warning|failed|neutral)|\P{L}+)/u;

/** Whether a card says that its request has this status. An open one says it with its buttons, and the number of its approvals. */
export const isStatusOnCard = (text: string, status: ChangeStatus): boolean =>
  onCard[status].some((first) => text.replace(icon, '').startsWith(first));

/** The number of approvals that the card of an open request has, and of those that it needs. */
export const approvalsOnCard = (approved: number, needed: number): string =>
  `${approved} of ${needed} approved`;
