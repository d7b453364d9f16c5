import type { ChangeStatus, StepState } from './change-states.ts';

/*
 * What messages say, by today's words: no message carries its meaning otherwise, except for what its buttons decide. So this is the one
 * file that changes with those words; the oracle, the model and the chaos tests know no sentence of Skydesk.
 */

/** The first words of what is done, and of what is over. */
const doneWords =
  '(Open(,| until| for)|Closed|Changed|Created|Updated|Deleted|Assigned|Unassigned|Set|Removed|Enabled|Disabled|Extended|Shortened|Kept|Brought forward|Adopted|Applied)';
const overWords =
  '(Closed|Opened again|Changed back|Deleted|Removed|Enabled again|Disabled again|Ended|Undone)';
/** The beginning of a time in any form: what was deleted has its name there. */
const aTime = '(?:today|yesterday|[A-Z][a-z]{2} \\d|\\d{1,2}:\\d\\d|\\d{4}-\\d\\d|<!date)';
const stillIn = 'Still (open|closed|in effect)';

/** What a message says of a change, in the words of each status that people are notified of. */
const ofChanges = {
  done: new RegExp(`${doneWords}|\\d+ of \\d+ done`),
  failed:
    /Nothing was changed|[Ff]ailed|rejected this request|Not [a-z]+ed\b|Not set|couldn’t|done, \d+ failed/,
  unknown: /[Oo]utcome unknown|unknown outcome|[Nn]ot known/,
  rejected: /[Rr]ejected/,
  withdrawn: /[Ww]ithdr[ae]wn?|[Cc]ancelled|canceled/,
  expired: /[Ee]xpired|Not [a-z]+: (\d+ of \d+ approved|it couldn’t be applied in time)/,
  outdated: /[Oo]utdated|changed since|no longer|Nothing was changed/,
  superseded: /[Rr]eplaced/,
} satisfies Readonly<Partial<Record<ChangeStatus, RegExp>>>;

const words = {
  ...ofChanges,
  /** That it is done, in the JSON of a message that could be a preview as well. */
  'done, in JSON': new RegExp(`(white_check_mark|unlock).*${doneWords}`),
  'nothing was changed': /Nothing was changed/,
  /** That something before it has an unknown outcome, as the reason why nothing was changed. */
  'unknown before': /outcome is unknown/,
  'may still come': /may still take effect/,
  suggested: / suggests /,

  // About the end of a step.
  ended: new RegExp(`${overWords}(?=:| ·| by | ${aTime})`),
  'not ended':
    /Not (closed|opened again|changed back|deleted|enabled again|disabled again|ended|undone)(?! early)/,
  'end unknown':
    /Not known if (closed|opened again|changed back|deleted|enabled again|disabled again|ended|undone)(?! early)|Outcome of its end unknown/,
  'nothing to end': /before its time|Nothing left to (end|undo)/,
  'ends soon':
    /(waiting|⏳ )(Closes|Opens again|Changes back|To be deleted|To be enabled again|To be disabled again|Ends) (in \d|soon|\d{4}-|<!date)/,
  overdue: new RegExp(stillIn),
  'tried again': /keeps trying/,
  'not undone': /Not undone/,
  'does not end': /end by itself/,

  // While something is in progress.
  'under way': /Applying…|⏳ \w+ing |Ending now|Asking the cloud API…|Checking…|Loading…/,
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

const not = /^Not [a-z ]+/;
const runs = /^[A-Z][a-z]+ing /;
const nothing = /^$/;

/** What the card of a request that is not open says first, after its icon. */
const onCard: Readonly<Record<ChangeStatus, RegExp>> = {
  previewed: nothing,
  confirmed: nothing,
  cancelled: nothing,
  open: nothing,
  approved: new RegExp(`${runs.source}|^(Opens|Closes|Starts) `),
  running: runs,
  done: new RegExp(`^(${doneWords}|${overWords}|${stillIn}|Not known if|Not [a-z ]+, since) ?`),
  failed: new RegExp(`${not.source}|\\d+ of \\d+ .*\\bfailed`),
  unknown: /^Not known if/,
  skipped: nothing,
  over: nothing,
  rejected: /^Rejected/,
  withdrawn: /^Withdrawn/,
  refused: not,
  expired: not,
  outdated: not,
  superseded: /^Replaced by /,
};

/** What precedes the first words of a card: its icon, or in memory the kind and the tone of its first part. */
const icon = /^(?:(?:item|notice)(?:done|open|waiting|warning|failed|neutral|low|medium|high)?|\P{L}+)/u;

/** Whether a card says that its request has this status. An open one says it with its buttons, and the number of its approvals. */
export const isStatusOnCard = (text: string, status: ChangeStatus): boolean =>
  onCard[status].test(text.replace(icon, ''));

/** The number of approvals that the card of an open request has, and of those that it needs. */
export const approvalsOnCard = (approved: number, needed: number): string =>
  `${approved} of ${needed} approved`;
