import { bold, type Inline, type Part, person, quote, type Tone } from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import { shortList } from '../../core/list.ts';
import { objectOf } from '../../operation/phrase.ts';
import { isOpening, tensesOf } from '../../operation/verbs.ts';
import { exactDuration } from '../../time/duration.ts';
import { approvalCount, neededApprovals, votesOf } from '../model/approval.ts';
import { type Change, requestName, type Status } from '../model/change.ts';
import { summaryOf } from '../model/outcomes.ts';
import { scheduledStart } from '../model/scheduled-start.ts';
import type { Step } from '../model/step.ts';
import { by } from './how-it-stands.ts';
import { type Lead, moreSteps, objectOfSome, phraseIn, remarksOn } from './lead.ts';
import { type Headline, named, onPhone, pushOf, type Viewer } from './on-phone.ts';
import { spanOf, timeOf } from './spans.ts';
import { objectWanted } from './wanted.ts';
import { waitsForLog } from './why-not-run.ts';

/*
 * The headlines of a request that was not carried out, or not as a whole, or not yet.
 */

/** What precedes the words of a change on a phone, and its headline without them. */
interface Said extends Pick<Headline, 'tone' | 'text'> {
  readonly phone: readonly Inline[];
  /** What precedes them where there is little room. */
  readonly shorter?: readonly Inline[];
}

const saying = (tone: Tone, word: string, more: readonly Inline[] = []): Said => ({
  tone,
  text: [bold(word), ...more],
  phone: [word, ...more, more.length === 0 ? ': ' : ' · '],
  ...(more.length > 0 && { shorter: [`${word}: `] }),
});

const not = ({ phrase }: Lead): string => `Not ${tensesOf(phrase.verb).past}`;

/** Of a request that ended before it was carried out: the line below says what was wanted. */
const before: Readonly<Partial<Record<Status, (change: Change, lead: Lead) => Said>>> = {
  previewed: () => saying('waiting', 'Previewed'),
  rejected(change, lead) {
    const { person: who, comment = '' } = votesOf(change).find(({ vote }) => vote === 'reject') ?? {};
    const why = comment === '' ? [] : [': ', quote(comment)];
    const onAPhone = (max: number): readonly Inline[] => [
      who === undefined ? 'Rejected' : person(who),
      ...(comment === ''
        ? who === undefined
          ? []
          : [' rejected it']
        : [': ', quote(firstOf(comment, max))]),
      ` · ${not(lead).toLowerCase()}: `,
    ];
    return {
      ...saying('failed', 'Rejected', [...by(who), ...why]),
      phone: onAPhone(maxComment),
      shorter: onAPhone(minComment),
    };
  },
  withdrawn: ({ closed }) => saying('neutral', 'Withdrawn', by(closed?.person)),
  cancelled: () => saying('neutral', 'Cancelled'),
  expired(change, lead) {
    const [approved, needed] = [approvalCount(change), neededApprovals(change)];
    const asked = `: ${approved} of ${needed} approved in ${exactDuration(change.since - change.created)}`;
    return saying('neutral', not(lead), [approved < needed ? asked : ': it couldn’t be applied in time']);
  },
  outdated: ({ closed }, lead) =>
    // After a restore of the table it may have been applied before.
    closed?.event === 'unknown'
      ? saying('warning', `Not known if ${tensesOf(lead.phrase.verb).past}`)
      : saying('neutral', not(lead), [': something changed since it was requested']),
  refused: (_, lead) => saying('failed', not(lead)),
  superseded: ({ approval }) => saying('neutral', `Replaced by ${approval?.replacedBy ?? 'another request'}`),
  skipped: (_, lead) => saying('warning', not(lead), [': somebody changed it']),
  over: (_, lead) => saying('neutral', not(lead), [': nothing was left to do']),
};

/** Upper bounds for a comment on a phone, in characters; the lower one where there is little room. */
const maxComment = 60;
export const minComment = 20;
/** Returns the first characters of a comment. */
export const firstOf = (comment: string, max: number): string =>
  comment.length <= max ? comment : `${comment.slice(0, max - 1).trimEnd()}…`;

/** Returns the headline of a request that was not carried out, not as a whole, or not yet; undefined for any other. */
export function notApplied(change: Change, lead: Lead, viewer: Viewer): Headline | undefined {
  const start = scheduledStart(change);
  if (start !== undefined) return starting(change, lead, start);
  const during = underWay[change.status];
  if (during) return during(change, lead);
  const said = before[change.status]?.(change, lead);
  return (
    said && {
      tone: said.tone,
      text: said.text,
      wish: wishOf(change, lead, viewer),
      phone: onPhone(said.phone, lead, [named(change)], said),
    }
  );
}

/** Returns what was wanted: "Ana wanted to open … for 2 h · #1042". */
const wishOf = (change: Change, lead: Lead, viewer: Viewer): readonly Inline[] => [
  viewer === 'requester' ? 'You' : person(change.requester),
  ` wanted to ${tensesOf(lead.phrase.verb).wants}`,
  ...objectWanted(lead, change.plan),
  ` · ${requestName(change)}`,
];

function starting(change: Change, lead: Lead, start: number): Headline {
  const { will, wants } = tensesOf(lead.phrase.verb);
  const what = `${will === undefined ? `${wants} ` : ''}${objectOf(lead.phrase)}`;
  return {
    tone: 'waiting',
    text: [bold(will ?? 'Starts'), ' ', timeOf(start), ` · ${what}`, ...spanOf(lead), moreSteps(lead)],
    phone: onPhone([`Starts later: ${wants} `], lead, [named(change)]),
  };
}

/** Returns what runs of one step, as the title of its progress, and for a phone. */
export function stepUnderWay(step: Step): { readonly title: string; readonly push: Part } {
  const phrase = phraseIn(step);
  const { running: word } = tensesOf(phrase.verb);
  const phone = onPhone([`${word} `], { phrase, others: [], isOfAll: false }, []);
  return { title: `${word} ${objectOf(phrase)}`, push: pushOf({ tone: 'waiting', text: [], phone }) };
}

/** Names what is on its way, and beside it what stands open already. */
function running(change: Change, lead: Lead): Headline {
  const { steps, isUnlogged } = change;
  const isBegun = steps.some(({ outcome }) => outcome);
  const word = tensesOf(lead.phrase.verb).running;
  return {
    tone: 'waiting',
    text: [
      bold(word),
      ` ${objectOf(lead.phrase)}`,
      isBegun ? ` · ${summaryOf(steps)}` : moreSteps(lead),
      remarksOn(lead.others),
      isUnlogged ? ` · ${waitsForLog}` : '',
    ],
    phone: onPhone([`${word} `], lead, [named(change)]),
  };
}

/** Says what isn't known, or that nothing was done, and what stands open beside it. */
function without(change: Change, lead: Lead, word: string, tone: Tone, more = ''): Headline {
  return {
    tone,
    text: [bold(word), `: ${objectOf(lead.phrase)}`, more, moreSteps(lead), remarksOn(lead.others)],
    phone: onPhone([`${word}: `], lead, [named(change)]),
  };
}

const unknown = (change: Change, lead: Lead): Headline => {
  const { verb } = lead.phrase;
  const stays = lead.step.ends && isOpening(verb) ? ' · nothing closes it by itself' : '';
  return without(change, lead, `Not known if ${tensesOf(verb).past}`, 'warning', stays);
};

/** Upper bound for the targets that a headline names as failed. The steps below it have all of them. */
const maxFailed = 2;

/** The step that failed is named, since the ones after it did not start, unless something stands open. */
function failed(change: Change, lead: Lead): Headline {
  const { steps } = change;
  const done = steps.filter(({ outcome }) => outcome?.kind === 'done').length;
  if (done === 0) return without(change, lead, not(lead), 'failed');
  const failures = steps.flatMap((step, index) => (step.outcome?.kind === 'failed' ? [{ step, index }] : []));
  const [{ step, index } = { step: lead.step, index: 0 }] = failures;
  const phrase = lead.isOfAll ? lead.phrase : phraseIn(step);
  const { wants } = tensesOf(phrase.verb);
  const word = `${done} of ${steps.length} done, ${lead.isOfAll ? `${failures.length} failed` : `step ${index + 1} failed`}`;
  const stands = remarksOn(steps);
  const alone = { ...lead, others: [] };
  return {
    tone: 'warning',
    text: lead.isOfAll
      ? [
          bold(capitalize(tensesOf(phrase.verb).past)),
          ` ${objectOfSome(steps, done)} · failed: `,
          shortList(
            failures.map(({ step: { target, title } }) => target?.name ?? title),
            maxFailed,
          ),
          stands,
        ]
      : [bold(word), `: ${wants} ${objectOf(phrase)}${stands}`],
    phone: stands
      ? onPhone([`${word}${onPhoneOf[lead.standing] ?? ': '}`], alone, [named(change)])
      : onPhone([`${word}: ${wants} `], { ...alone, phrase }, [named(change)]),
  };
}

/** How the first of what stands is said to a phone. */
const onPhoneOf: Readonly<Partial<Record<Lead['standing'], string>>> = {
  stands: ' · open: ',
  overdue: ' · still in effect: ',
  'not known': ' · not known: ',
};

const underWay: Readonly<Partial<Record<Status, (change: Change, lead: Lead) => Headline>>> = {
  confirmed: running,
  approved: running,
  running,
  failed,
  unknown,
};
