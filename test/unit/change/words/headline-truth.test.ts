import { expect, test } from 'vitest';
import type { Change, Status } from '../../../../src/change/model/change.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { headline } from '../../../../src/change/words/headline.ts';
import { question } from '../../../../src/change/words/wanted.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { pushed, shownLine } from '../../../support/made/headline-text.ts';
import { noon, request } from '../../../support/made/requests.ts';

/*
 * All ways in which the steps of a plan of three can stand: a headline never hides what is open, overdue or not known, says ⏳ only of
 * what runs, and ⚪ only if nothing stands open.
 */

const hour = 3_600_000;
const at = noon + hour;
const outcome = (kind: StepOutcome['kind'], more: Partial<StepOutcome> = {}): StepOutcome => ({
  ...{ kind, answer: [], job: 'j1' },
  ...more,
});
const done = { outcome: outcome('done') };
const lasting = { ends: { after: 2 * hour }, ...done };

const ways: Readonly<Record<string, Partial<Step>>> = {
  waits: {},
  done,
  'open until': { ...lasting, end: { phase: 'active', since: at, endsAt: at + hour } },
  overdue: { ...lasting, end: { phase: 'active', since: at, endsAt: at, overdue: true } },
  ended: { ...lasting, end: { phase: 'ended', since: at } },
  undone: { ...done, undoneBy: { person: 'U0ANA', job: 'j2', outcome: 'done' } },
  'can’t end': { ends: { after: hour }, outcome: outcome('done', { stays: { why: 'two are alike' } }) },
  failed: { outcome: outcome('failed') },
  unknown: { outcome: outcome('unknown') },
};

/** How a step stands by what it is made of: what the headline has to say. */
const isDone = (way: string): boolean => ['done', 'open until', 'can’t end', 'overdue'].includes(way);

const alert = stepOf({
  title: 'Create alert policy Web shop',
  phrase: { verb: 'create', thing: 'alert policy Web shop' },
});
const open = stepOf({
  title: 'Add public IP to DE1ACMEWEB03',
  risk: 5,
  phrase: { verb: 'open', thing: 'SSH (22) on DE1ACMEWEB03', rest: ' to anyone on the internet' },
});
const other = stepOf({
  title: 'Add public IP to DE1ACMEWEB04',
  risk: 3,
  phrase: { verb: 'open', thing: 'port 60000 on DE1ACMEWEB04', rest: ' to 203.0.113.0/24' },
});

function statusOf(steps: readonly Step[]): Status {
  const kinds = steps.map((step) => step.outcome?.kind);
  if (kinds.includes('unknown')) return 'unknown';
  if (kinds.includes('failed')) return 'failed';
  return kinds.includes(undefined) ? 'running' : 'done';
}

interface Plan {
  readonly ways: readonly string[];
  readonly steps: Change['steps'];
  readonly status: Status;
  readonly line: string;
  readonly push: string;
}

const names = Object.keys(ways);
const plans = names.flatMap((a) =>
  names.flatMap((b) =>
    names.map((c): Plan => {
      const steps: Change['steps'] = [
        { ...alert, ...ways[a] },
        { ...open, ...ways[b] },
        { ...other, ...ways[c] },
      ];
      const status = statusOf(steps);
      const facts = { number: 1042, approvers: 2, status, since: at, steps, plan: { allOrNothing: false } };
      const shown = headline(request(facts));
      return { ways: [a, b, c], steps, status, line: shownLine(shown), push: pushed(shown) };
    }),
  ),
);

const told = (isLie: (plan: Plan) => boolean): readonly string[] =>
  plans.filter(isLie).map((plan) => `${plan.ways.join(' · ')} | ${plan.line} | ${plan.push}`);

/** The things of the steps that stand in one of these ways, of the openings alone or of all. */
const things = ({ ways: how, steps }: Plan, wanted: (way: string) => boolean, first = 1): readonly string[] =>
  steps.flatMap((step, index) =>
    index >= first && wanted(how[index] ?? '') ? [step.phrase?.thing ?? ''] : [],
  );

const isNamed = (line: string, all: readonly string[]): boolean => all.every((thing) => line.includes(thing));

test('all 729 are walked', () => {
  expect(plans).toHaveLength(729);
});

test('what is open is named', () => {
  expect(told((plan) => !isNamed(plan.line, things(plan, isDone)))).toEqual([]);
});

test('what is overdue or not known is named, and said to be so', () => {
  const [late, unknown] = [(way: string) => way === 'overdue', (way: string) => way === 'unknown'];
  expect(told((plan) => !isNamed(plan.line, things(plan, late, 0)))).toEqual([]);
  expect(told((plan) => plan.ways.some(late) && !/Still|still/.test(plan.line))).toEqual([]);
  expect(told((plan) => !isNamed(plan.line, things(plan, unknown, 0)))).toEqual([]);
  expect(told((plan) => plan.ways.some(unknown) && !/[Nn]ot known/.test(plan.line))).toEqual([]);
});

test('a preview and a review name the riskiest step, and count the others, in every order', () => {
  const orders = [
    [alert, open, other],
    [alert, other, open],
    [open, alert, other],
    [open, other, alert],
    [other, alert, open],
    [other, open, alert],
  ] as const;
  const lines = orders.flatMap((steps) => {
    const change = request({ steps, plan: { allOrNothing: false } });
    return [{ text: question(change), phone: [] }, headline(change)].map(shownLine);
  });
  expect(
    lines.filter((line) => !/pen SSH \(22\) on DE1ACMEWEB03 .*, no end, \+ 2 steps\??$/.test(line)),
  ).toEqual([]);
});

test('a failure is said', () => {
  expect(told((plan) => plan.status === 'failed' && !/failed|Not /.test(plan.line))).toEqual([]);
});

test('⏳ is said only of what runs', () => {
  expect(told(({ line, ways: how }) => line.startsWith('⏳') && !how.includes('waits'))).toEqual([]);
  const runs = (plan: Plan): readonly string[] => things(plan, (way) => way === 'waits', 0);
  expect(
    told(
      (plan) =>
        plan.line.startsWith('⏳') &&
        !runs(plan).some((thing) =>
          plan.line.startsWith(
            `⏳ ${plan.steps.find(({ phrase }) => phrase?.thing === thing)?.phrase?.verb === 'create' ? 'Creating' : 'Opening'} ${thing}`,
          ),
        ),
    ),
  ).toEqual([]);
});

test('⚪ and 🔓 are said as it is', () => {
  const stands = (plan: Plan): readonly string[] => things(plan, isDone);
  expect(told((plan) => plan.line.startsWith('⚪') && stands(plan).length > 0)).toEqual([]);
  expect(told((plan) => /🔓|[Ss]till/.test(plan.line) && things(plan, isDone, 0).length === 0)).toEqual([]);
  expect(told((plan) => /^[⚪🔓]/u.test(plan.push) && !plan.line.startsWith(plan.push.slice(0, 1)))).toEqual(
    [],
  );
});
