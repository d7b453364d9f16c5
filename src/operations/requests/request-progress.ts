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
import { withoutButtons } from '../../answer/without-buttons.ts';
import { counts, type Vote, votesOf } from '../../change/model/approval.ts';
import type { AuditEvent, StoredEntry } from '../../change/model/audit-log.ts';
import { type Change, isWaiting, requestLink } from '../../change/model/change.ts';
import { startDeadline } from '../../change/model/deadlines.ts';
import { linesOf, throughText, titlesText } from '../../change/model/titles.ts';
import { headline } from '../../change/words/headline.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { awaited } from './open-approvals.ts';

/** Renders the status of a request for approval, its votes and its outcome. Omits buttons, which an agent can't press. */
export function progressOfApproval(change: Change, now: Instant): Answer {
  return [
    ...stateOf(change),
    ...outcomesOf(change, now).flatMap(withoutButtons),
    ...endNote(change),
    ...votesOf(change).map((vote) => context(...voteText(vote))),
    context('Requested by ', person(change.requester), ...throughText(change)),
  ];
}

/** Renders the outcome of each step, under a headline of its own if there are several. */
function outcomesOf(change: Change, now: Instant): Answer {
  const { steps, closed } = change;
  if (steps.length === 1) return outcomeOf(change, now);
  const each = steps.flatMap((step): Answer => {
    if (!step.outcome) return [];
    const alone: Change = { ...change, steps: [step], status: step.outcome.kind, closed: undefined };
    const { tone = 'neutral', text } = headline(alone);
    return [notice(tone, text), ...outcomeOf(alone, now)];
  });
  return [...each, ...(closed?.answer ?? [])];
}

function stateOf(change: Change): Answer {
  const { status } = change;
  const waits = notice('waiting', awaited(change));
  if (status === 'open') return [waits, note('Nothing was changed yet: it needs approval first.')];
  if (isWaiting(change)) return [waits];
  const { tone = 'neutral', text, wish } = headline(change);
  return [notice(tone, [...text, ' · ', requestLink(change)]), ...(wish ? [note(...wish)] : [])];
}

const notice = (tone: Tone, text: readonly Inline[]): Part => ({ kind: 'notice', tone, text });

const voteText = (vote: Vote): readonly Inline[] => [
  person(vote.person),
  vote.vote === 'reject' ? ' rejected' : vote.breakGlass ? ' used break-glass approval' : ' approved',
  ...(vote.comment ? [': ', quote(vote.comment)] : []),
  ...(counts(vote) ? [] : [` · no longer counts: ${vote.lapsed}`]),
];

/** Explains why a change ended, unless an answer of a step or of the end explains it. */
const endNote = ({ closed, steps }: Change): Answer =>
  closed?.note && !closed.answer && steps.every(({ outcome }) => !outcome) ? [note(closed.note)] : [];

/** Upper bound for the time between the check of `startDeadline` and the entry `started`: the longest Lambda run. */
const maxRun: Millis = 15 * minute;

const applying = ['waiting', 'Applying…'] as const;
const cancelled = ['neutral', 'Cancelled'] as const;

/** The status of a change by its newest audit log entry among these events. */
const ends = {
  applied: ['done', 'Applied'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Outcome unknown'],
  refused: ['failed', 'Refused'],
  started: applying,
} as const satisfies Partial<Readonly<Record<AuditEvent, readonly [Tone, string]>>>;

/** An entry that determines the status of a confirmed change. */
export type EndEntry = StoredEntry & { readonly event: keyof typeof ends };

export const isEndEntry = (entry: StoredEntry): entry is EndEntry => Object.hasOwn(ends, entry.event);

/**
 * Renders the status of a previewed change that needed no approval. `end`: its newest `EndEntry`; undefined if none was logged
 * yet.
 */
export function progressOfPreview(change: Change, end: EndEntry | undefined, now: Instant): Answer {
  const title = titlesText(change);
  const stands = ([tone, text]: readonly [Tone, string]): Part => notice(tone, [bold(text), ' · ', ...title]);
  if (change.status === 'cancelled') return [stands(cancelled)];
  const runAgain = note('Run it again: ', ...linesOf(change));
  if (end) return [stands(ends[end.event]), ...(end.note ? [note(end.note)] : [])];
  if (change.status === 'confirmed')
    return now < startDeadline(change) + maxRun
      ? [stands(applying)]
      : [failed('It was confirmed, but not started in time. Nothing was changed.'), runAgain];
  if (now >= change.expires) return [failed('The preview expired. Nothing was changed.'), runAgain];
  // Avoids “you”, which an agent that reads this would take for itself.
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
