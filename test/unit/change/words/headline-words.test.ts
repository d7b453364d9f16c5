import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Step, StepEnd, StepOutcome } from '../../../../src/change/model/step.ts';
import { endHeadline } from '../../../../src/change/words/end-headline.ts';
import { breakGlassHeadline, headline, reminderHeadline } from '../../../../src/change/words/headline.ts';
import type { Headline } from '../../../../src/change/words/on-phone.ts';
import { question } from '../../../../src/change/words/wanted.ts';
import { asState, objectsOnPhone } from '../../../../src/operation/phrase.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { type EndFacts, endOf, endStart } from '../../../support/made/ends.ts';
import { pushed, shownLine, timesIn } from '../../../support/made/headline-text.ts';
import { type PhrasedStep, phrasedSteps } from '../../../support/made/phrased-steps.ts';
import { noon, type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';

/*
 * Every operation that changes something, in every state of a change, for each reader: no headline and no push is nonsense. With WALK,
 * a file, all of them are written there.
 */

const hour = 3_600_000;
const at = noon + hour;
const steps = await phrasedSteps(await cloudOfFile());

const outcome = (kind: StepOutcome['kind'], more: Partial<StepOutcome> = {}): StepOutcome => ({
  ...{ kind, answer: [], job: 'j1' },
  ...more,
});
const end = (phase: StepEnd['phase'], more: Partial<StepEnd> = {}): StepEnd => ({
  ...{ phase, since: at, endsAt: at + 2 * hour },
  ...more,
});
const closed = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;
const ends = { after: 2 * hour };
const both = [voteOf('U0BEN'), voteOf('U0CORA')];
const long = 'still needed until Monday, since the migration of the shop was moved '.repeat(5).slice(0, 300);
const rejected = (comment: string): RequestFacts => ({
  status: 'rejected',
  votes: [voteOf('U0BEN', 'reject', { comment })],
});
const done = { status: 'done', closed, votes: both } as const;
const applied = (phase: StepEnd['phase'], more: Partial<StepEnd> = {}): Partial<Step> => ({
  ends,
  outcome: outcome('done'),
  end: end(phase, more),
});

/** The states of a change: those of the document, and how its step stands. */
const states: Readonly<Record<string, readonly [RequestFacts, Partial<Step>?]>> = {
  previewed: [{ status: 'previewed' }],
  confirmed: [{ status: 'confirmed' }],
  cancelled: [{ status: 'cancelled', since: at }],
  withdrawn: [{ status: 'withdrawn', since: at, closed: { ...closed, event: 'withdrawn' } }],
  refused: [{ status: 'refused', since: at }],
  outdated: [{ status: 'outdated', since: at }],
  'outdated by a restore': [{ status: 'outdated', since: at, closed: { ...closed, event: 'unknown' } }],
  superseded: [{ status: 'superseded', since: at, replacedBy: '#9' }],
  expired: [{ status: 'expired', since: at }],
  'expired with enough votes': [{ status: 'expired', since: at, votes: both }],
  skipped: [{ status: 'skipped', since: at }],
  asked: [{}],
  'asked, for 2 h': [{}, { ends }],
  'asked, until a time': [{}, { ends: { at: noon + 5 * hour } }],
  'asked, later': [{}, { startsAt: noon + 5 * hour, ends }],
  'asked by an agent': [{ through: 'Slackbot' }, { ends }],
  'asked, 1 of 2': [{ votes: [voteOf('U0BEN')] }, { ends }],
  'asked in place of another': [{ suggestedBy: 'U0BEN' }, { ends }],
  'asked again': [{}, { retries: { id: 'x-0' }, ends }],
  'starts later': [
    { status: 'approved', votes: both },
    { startsAt: noon + 5 * hour, ends },
  ],
  'waits for the log': [{ status: 'approved', votes: both, isUnlogged: true }],
  running: [{ status: 'running', since: at }, { claimed: { at, job: 'j1', run: 'r1' } }],
  rejected: [rejected('no')],
  'rejected at length': [rejected(long)],
  failed: [{ status: 'failed', closed }, { outcome: outcome('failed') }],
  unknown: [{ status: 'unknown', closed }, { outcome: outcome('unknown') }],
  'unknown, with an end': [
    { status: 'unknown', closed },
    { ends, outcome: outcome('unknown') },
  ],
  applied: [done, { outcome: outcome('done') }],
  'applied, can’t end': [done, { ends, outcome: outcome('done', { stays: { why: 'two are alike' } }) }],
  undone: [done, { outcome: outcome('done'), undoneBy: { person: 'U0ANA', job: 'j2', outcome: 'done' } }],
  'undoing unknown': [
    done,
    { outcome: outcome('done'), undoneBy: { person: 'U0ANA', job: 'j2', outcome: 'unknown' } },
  ],
  'applied, ends': [done, applied('active')],
  overdue: [done, applied('active', { overdue: true })],
  ending: [done, applied('ending')],
  ended: [done, applied('ended')],
  'ended early': [done, applied('ended', { endedBy: 'U0CORA', planned: at + hour })],
  'end given up': [done, applied('skipped')],
  'end unknown': [done, applied('unknown')],
  kept: [done, applied('over', { over: 'kept', endedBy: 'U0CORA' })],
  'gone before its end': [done, applied('over', { over: 'gone' })],
  'removed before its end': [done, applied('over', { over: 'gone', removedBy: 'U0CORA' })],
  'closed before its end': [done, applied('over', { over: 'closed' })],
};

const statesOfEnd: Readonly<Record<string, EndFacts>> = {
  notice: {},
  'notice of what runs': { step: { claimed: { at, job: 'j1', run: 'r1' } } },
  overdue: { reversal: { overdue: true } },
  over: { status: 'done', step: { outcome: outcome('done') } },
  'over early': {
    status: 'done',
    since: endStart,
    step: { outcome: outcome('done') },
    reversal: { endedBy: 'U0CORA', planned: endStart + 1.25 * hour },
  },
  'over as a rollback': {
    status: 'done',
    step: { outcome: outcome('done') },
    reversal: { cause: 'failure' },
  },
  'failed rollback': {
    status: 'failed',
    step: { outcome: outcome('failed') },
    reversal: { cause: 'failure' },
  },
  unknown: { status: 'unknown', step: { outcome: outcome('unknown') } },
  skipped: { status: 'skipped', step: { outcome: outcome('skipped') } },
  gone: { status: 'over', step: { outcome: outcome('over', { over: 'gone' }) } },
  removed: {
    status: 'over',
    step: { outcome: outcome('over', { over: 'gone' }) },
    reversal: { removedBy: 'U0CORA' },
  },
  kept: {
    status: 'over',
    step: { outcome: outcome('over', { over: 'kept' }) },
    reversal: { endedBy: 'U0CORA' },
  },
};

/** A headline, with the step that it is about. */
interface Walked {
  readonly of: string;
  readonly shown: Headline;
  readonly step: Step;
}

function walked({ step }: PhrasedStep): readonly Walked[] {
  const points = [{ points: 5, why: 'wide' }];
  const of = (state: string): string => `${step.line.slice(0, 60)} · ${state}`;
  const asked = Object.entries(states).flatMap(([name, [facts, more]]) =>
    (['others', 'requester'] as const).map((viewer) => {
      const change: Change = request({ number: 1042, approvers: 2, points, ...facts }, { ...step, ...more });
      const { suggestedBy } = facts;
      const whole =
        suggestedBy && change.approval
          ? { ...change, approval: { ...change.approval, suggestedBy } }
          : change;
      return { of: of(`${name}, ${viewer}`), shown: headline(whole, viewer), step };
    }),
  );
  const { title, action, phrase } = step;
  const ending = Object.entries(statesOfEnd).map(([name, { step: how, reversal, ...facts }]) => {
    const ended = {
      ...facts,
      reversal: { request: '#1042', ...reversal },
      step: { ...how, title, action, phrase },
    };
    return { of: of(`end, ${name}`), shown: endHeadline(endOf(ended), endStart + 1.75 * hour), step };
  });
  const waiting = request({ number: 1042, approvers: 2, points }, { ...step, ends });
  const questions = [{}, { ends }, { ends: { at: noon + 5 * hour } }].flatMap((more) =>
    [false, true].map((isUndo) => ({
      of: of(`preview${isUndo ? ' of an Undo' : ''}`),
      shown: {
        tone: 'medium',
        text: question(request({}, { ...step, ...more }), isUndo),
        phone: [],
      } as const,
      step,
    })),
  );
  return [
    ...questions,
    ...asked,
    ...ending,
    { of: of('reminder'), shown: reminderHeadline(waiting, at), step },
    { of: of('break-glass'), shown: breakGlassHeadline(waiting, long), step },
  ];
}

const all = steps.flatMap(walked);

const { WALK } = process.env;
if (WALK)
  writeFileSync(
    WALK,
    all
      .map(({ of, shown }) => `${of}\n    ${shownLine(shown)}\n    ${pushed(shown).length}: ${pushed(shown)}`)
      .join('\n'),
  );

/** A preview is no push: only who asks for it sees it. */
const pushIn = ({ shown }: Walked): string => (shown.phone.length > 0 ? pushed(shown) : shownLine(shown));

/** Returns the headlines with a fault. */
const faulty = (isWrong: (line: string, push: string, one: Walked) => boolean): readonly string[] =>
  all.flatMap((one) => {
    const [line, push] = [shownLine(one.shown), pushIn(one)];
    return isWrong(line, push, one) ? [`${one.of} | ${line} | ${push}`] : [];
  });

/** Both texts without what people named themselves. */
const ownWords = (line: string, push: string, { step }: Walked): readonly string[] => {
  const { thing = step.title, rest = '', short = '', tiny = '' } = step.phrase ?? {};
  return [line, push].map((text) =>
    [long, thing, rest, short, tiny].reduce((left, name) => (name ? left.replaceAll(name, '#') : left), text),
  );
};

test('every operation that changes something has words', () => {
  expect(steps.filter(({ step }) => !step.phrase).map(({ step }) => step.line)).toEqual([]);
  expect(all.length).toBeGreaterThan(3000);
});

test('the verb says what happens to the access', () => {
  const says: Readonly<Record<string, PhrasedStep['access']>> = {
    ...{ open: 'gained', widen: 'gained', enable: 'gained' },
    ...{ close: 'lost', narrow: 'lost', delete: 'lost', disable: 'lost', change: 'both' },
  };
  const wrong = steps.filter(
    ({ step: { operation, phrase }, access }) =>
      access !== 'neither' &&
      phrase?.verb !== 'update' &&
      !['end', 'extend', 'keep'].includes(operation) &&
      says[phrase?.verb ?? ''] !== access,
  );
  expect(wrong.map(({ step, access }) => `${step.line}: ${step.phrase?.verb}, ${access}`)).toEqual([]);
});

test('no headline and no push has a hole, an empty place, a word twice or an id', () => {
  expect(faulty((line, push) => /undefined|NaN|\[object|null/.test(line + push))).toEqual([]);
  const isEmpty = /^ | {2}|· ·|: ·|, ,|,,|\(\)|[:·,] *$| (to|by|on|from|until|for)$|: \/|\w · \/ /;
  expect(faulty((line, push) => isEmpty.test(line) || isEmpty.test(push))).toEqual([]);
  const isDouble = /\b(\p{L}{3,}) \1\b/iu;
  expect(faulty((...texts) => ownWords(...texts).some((text) => isDouble.test(text)))).toEqual([]);
  const isId = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/;
  expect(faulty((line, push) => isId.test(line) || isId.test(push))).toEqual([]);
});

test('each begins with a sign and a capital, and names what it is about', () => {
  const isBegun = /^(🔴|🟠|🟢|⏳|✅|🔓|⚪|❌|⚠️) ([\p{Lu}“]|\d)/u;
  expect(faulty((line, push) => !isBegun.test(line) || !isBegun.test(push))).toEqual([]);
  const lacksIt = (line: string, _: string, { of, step }: Walked): boolean =>
    !of.endsWith('reminder') && !line.includes(step.phrase?.thing ?? step.title);
  expect(faulty(lacksIt)).toEqual([]);
});

test('a push has 110 characters at most, and no time', () => {
  const isPush = ({ shown }: Walked): boolean => shown.phone.length > 0;
  expect(faulty((_, push, one) => isPush(one) && push.length > 110)).toEqual([]);
  expect(faulty((_, push, one) => isPush(one) && /UTC|Nov \d+/.test(push))).toEqual([]);
});

test('a push of a request says the risk and what is missing, and cuts no traffic but beside two names or two long ranges', () => {
  expect(
    faulty(
      (_, push, { of }) => of.includes('asked') && !push.endsWith(' · needs 2') && !of.includes('1 of 2'),
    ),
  ).toEqual([]);
  expect(faulty((_, push, { of }) => of.includes('asked') && !push.includes('risk 5'))).toEqual([]);
  const isCut = (_: string, push: string, { of, step: { phrase } }: Walked): boolean =>
    phrase?.tiny !== undefined &&
    phrase.tiny.length <= 40 &&
    !asState(phrase).thing.includes(' deleted') &&
    !of.includes('in place of another') &&
    !objectsOnPhone(phrase).some((object) => push.includes(object));
  expect(faulty(isCut)).toEqual([]);
  const hidesAnyone = (_: string, push: string, { of, step: { phrase } }: Walked): boolean =>
    of.includes('asked') && (phrase?.rest ?? '').includes('anyone') && !push.includes('anyone');
  expect(faulty(hidesAnyone)).toEqual([]);
});

test('a preview asks, in one question that says how long', () => {
  const isQuestion = /^🟠 (Undo: \p{Ll}|\p{Lu})[^?]*\?$/u;
  expect(
    faulty(
      (line, _, { of }) => of.includes('preview') && !of.includes('previewed') && !isQuestion.test(line),
    ),
  ).toEqual([]);
  const says = / for 2 h|until|no end/;
  expect(
    faulty(
      (line, _, { of, step: { phrase } }) =>
        / · preview/.test(of) && !of.includes('previewed') && phrase?.verb === 'open' && !says.test(line),
    ),
  ).toEqual([]);
});

test('a notice of break-glass says that nobody approved it, to a phone as well', () => {
  expect(
    faulty(
      (line, push, { of }) =>
        of.endsWith('break-glass') && ![line, push].every((text) => text.includes(' without approval')),
    ),
  ).toEqual([]);
});

test('after a restore of the table nobody reads that it was not done', () => {
  expect(
    faulty(
      (line, push, { of }) =>
        of.includes('by a restore') && ![line, push].every((text) => text.startsWith('⚠️ Not known if ')),
    ),
  ).toEqual([]);
});

test('what is gone is not said to be open or enabled again, nor changed back', () => {
  const comesBack = /again|[Cc]hanged back/;
  expect(
    faulty(
      (line, push, { of }) =>
        /, (gone|removed)|· (gone|removed) before/.test(of) && comesBack.test(line + push),
    ),
  ).toEqual([]);
});

test('no headline promises a time that is over', () => {
  const promises = /until|Closes|Opens again|Ends |Changes back|To be \w+|Opens /;
  expect(
    faulty((line, _, { of, shown }) => {
      const now = of.includes(' · end, ') ? endStart : noon;
      return promises.test(line) && timesIn(shown).some((time) => time < now);
    }),
  ).toEqual([]);
});
