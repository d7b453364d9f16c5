import {
  type Answer,
  bold,
  context,
  failed,
  type Inline,
  note,
  type Part,
  person,
  quote,
  type Tone,
  time,
} from '../../answer/answer.ts';
import {
  type Approval,
  counts,
  isWaiting,
  outcomeOf,
  requestLink,
  type Vote,
} from '../../change/model/approval.ts';
import type { AuditEvent, StoredEntry } from '../../change/model/audit-log.ts';
import { linesOf, throughText, titlesText } from '../../change/model/change.ts';
import { maxStartDelay, type PreviewedChange } from '../../change/model/pending-change.ts';
import { phaseInWords } from '../../change/words/phase-in-words.ts';
import { awaited } from './open-approvals.ts';

/** How a request for approval stands, who voted, and the words of its result. Without buttons, which an agent can't press. */
export function progressOfApproval(approval: Approval): Answer {
  return [
    ...stateOf(approval),
    ...outcomeOf(approval).flatMap(withoutButtons),
    ...endNote(approval),
    ...approval.votes.map((vote) => context(...voteText(vote))),
    context('Requested by ', person(approval.requester), ...throughText(approval)),
  ];
}

function stateOf(approval: Approval): Answer {
  const { phase } = approval;
  const waits = notice('waiting', awaited(approval));
  if (phase === 'open') return [waits, note('Nothing was changed yet: it needs approval first.')];
  if (isWaiting(approval)) return [waits];
  const [tone, text] = phaseInWords(approval, phase);
  return [notice(tone, [bold(text), ' · ', requestLink(approval), ' ', ...titlesText(approval)])];
}

const notice = (tone: Tone, text: readonly Inline[]): Part => ({ kind: 'notice', tone, text });

const voteText = (vote: Vote): readonly Inline[] => [
  person(vote.person),
  vote.vote === 'reject' ? ' rejected' : vote.breakGlass ? ' used break-glass approval' : ' approved',
  ...(vote.comment ? [': ', quote(vote.comment)] : []),
  ...(counts(vote) ? [] : [` · no longer counts: ${vote.lapsed}`]),
];

/** Why it ended, where no answer of its steps or of its end says so. */
const endNote = ({ ended, steps }: Approval): Answer =>
  ended?.note && !ended.answer && steps.every(({ outcome }) => !outcome) ? [note(ended.note)] : [];

function withoutButtons(part: Part): Answer {
  if (part.kind === 'buttons' || part.kind === 'menu') return [];
  return part.kind === 'item' ? [{ kind: 'item', ...tone(part), text: part.text, buttons: [] }] : [part];
}

const tone = ({ tone: given }: Extract<Part, { kind: 'item' }>) => (given ? { tone: given } : {});

/** Upper bound for the time between the check of `maxStartDelay` and the entry `started`, in milliseconds: the longest run of a function. */
const maxRun = 15 * 60_000;

const applying = ['waiting', 'Applying…'] as const;
const cancelled = ['neutral', 'Cancelled'] as const;

/** How a change stands, by the newest of these events in the audit log. */
const ends = {
  applied: ['done', 'Applied'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Outcome unknown'],
  refused: ['failed', 'Refused'],
  started: applying,
} as const satisfies Partial<Readonly<Record<AuditEvent, readonly [Tone, string]>>>;

/** An entry that says how a confirmed change stands. */
export type EndEntry = StoredEntry & { readonly event: keyof typeof ends };

export const isEndEntry = (entry: StoredEntry): entry is EndEntry => Object.hasOwn(ends, entry.event);

/**
 * How a previewed change stands that needed no approval. `end`: the newest entry of a confirmed change that says so; undefined if
 * none was logged yet. `now` in ms since 1970.
 */
export function progressOfPreview(change: PreviewedChange, end: EndEntry | undefined, now: number): Answer {
  const title = titlesText(change);
  const stands = ([tone, text]: readonly [Tone, string]): Part => notice(tone, [bold(text), ' · ', ...title]);
  if (change.decision === 'cancel') return [stands(cancelled)];
  const runAgain = note('Run it again: ', ...linesOf(change));
  if (end) return [stands(ends[end.event]), ...(end.note ? [note(end.note)] : [])];
  if (change.decision === 'confirm')
    return now < change.expires + maxStartDelay + maxRun
      ? [stands(applying)]
      : [failed('It was confirmed, but not started in time. Nothing was changed.'), runAgain];
  if (now >= change.expires) return [failed('The preview expired. Nothing was changed.'), runAgain];
  // The person reads this, or an agent that would read “you” as itself.
  const place = change.through === undefined ? '' : ', which is in the direct messages with Skydesk';
  return [
    notice('waiting', [
      ...title,
      ' · waiting for a click on its preview · expires ',
      time(new Date(change.expires), 'relative'),
    ]),
    note(`Nothing was changed yet. Its requester confirms it with the button of the preview${place}.`),
  ];
}
