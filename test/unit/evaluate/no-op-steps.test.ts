import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/answer/user-error.ts';
import { isReversal, type Reversal } from '../../../src/change/model/reversal.ts';
import { explain } from '../../../src/evaluate/describe-error.ts';
import { withEarlierResults } from '../../../src/lifecycle/prepare/earlier-results.ts';
import { evaluateChange } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { whyOutdated } from '../../../src/lifecycle/prepare/still-agreed.ts';
import { changeFrom, evaluateRequest } from '../../../src/lifecycle/request/evaluate-request.ts';
import type { Prepared, RunResult, StepResults } from '../../../src/operation/operation.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { operations } from '../../../src/operations/index.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { textOf } from '../../support/answer-text.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../../support/in-memory/memory.ts';
import { contextAt } from '../../support/in-memory/run-line.ts';
import { endOf, endStart } from '../../support/made/ends.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';

/* A change that would leave the cloud and its ends as they are is not requested, approved or reported as done. */

const cloud = await cloudOfFile({ jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 });
const job = { id: 'j1', team: 'T0', replyTo: { channel: 'C1', person: 'U0ANA' } };

/** A line as it is evaluated before its preview. */
function requested(line: string, ends: readonly Reversal[] = [], policy: Policy = defaults) {
  const { deps } = memory({
    service: connected(cloud),
    clock: () => endStart,
    policy,
    changes: changesInMemory(...ends).changes,
  });
  return evaluateRequest(changeFrom(preparedFrom(line)), job, deps);
}

/** The refusal of a line before its preview. */
const refusal = (...request: Parameters<typeof requested>): Promise<string> =>
  requested(...request).then(
    ({ evaluation: { title } }) => `not refused: ${title}`,
    (error: unknown) => {
      if (error instanceof UserError) return textOf(explain(error));
      throw error;
    },
  );

/** Runs a line to its end, without a check of permissions. */
async function apply(line: string, context: Context): Promise<void> {
  const outcomes: {
    readonly outcome: { readonly kind: 'done'; answer: []; job: ''; results: StepResults };
  }[] = [];
  for (const prepared of changeFrom(preparedFrom(line)).prepared) {
    const step = withEarlierResults(prepared, outcomes) ?? prepared;
    const results = await resultsOf(step, await (await step.resolve(context)).run(), context);
    outcomes.push({ outcome: { kind: 'done', answer: [], job: '', results } });
  }
}

async function resultsOf(
  { operation }: Prepared<Context>,
  ran: RunResult,
  context: Context,
): Promise<StepResults> {
  if ('answer' in ran) return ran.results ?? {};
  const progress = await operation.track(ran.jobRef, context);
  if (progress.phase !== 'done') throw new Error(`${operation.id} is ${progress.phase}`);
  return progress.results ?? {};
}

/** All changing operations but `changed adopt`, which needs a finding: changed-adopt.test.ts refuses the second time. */
const changing = operations.filter(({ id, risk }) => risk !== 'reads' && id !== 'changed.adopt');

test.each(changing.map(({ id, example }) => ({ id, example })))(
  '$id, requested a second time, is refused before its preview or changes something: $example',
  async ({ example }) => {
    const end = endOf({ reversal: { request: '#1' } });
    const { kept, changes } = changesInMemory(end);
    const known = await contextAt(cloud);
    const context = { ...known, changes: { ...known.changes, ...changes }, clock: () => endStart };
    const ends = (): readonly Reversal[] => [...kept.values()].filter(isReversal);
    const state = () => {
      const { jobs: _, ...rest } = cloud.control.state();
      return structuredClone({ rest, ends: ends() });
    };
    const untouched = state();
    await apply(example, context);
    const once = state();
    expect(once).not.toEqual(untouched);
    const again = await requested(example, ends()).catch((error: unknown) => error);
    if (again instanceof UserError) return;
    if (again instanceof Error) throw again;
    await apply(example, context);
    expect(state()).not.toEqual(once);
  },
);

const why = 'why="a test"';
const web = 'DE1ACMEWEB01';
const enabled = 'ac11a45805692c2be6249d2cd0f08ed2';
const disabled = '5154002017cad1032a8e590995e50294';
const planOf = (...lines: readonly string[]): string =>
  `plan "${lines.join('\n').replaceAll('"', '\\"')}" ${why}`;
const nowhere = '0'.repeat(32);
const noPolicy = 'There is no firewall policy 00000000 in DE1.';
/** The reasons why a request is outdated, once somebody has made its change. */
async function outdatedBy(line: string) {
  const { evaluation } = await requested(line);
  await apply(line, await contextAt(cloud));
  const { deps } = memory({ service: connected(cloud), clock: () => endStart });
  return whyOutdated(evaluation, await evaluateChange([preparedFrom(line)], job.replyTo, deps));
}

describe('a change that would change nothing is refused with the present state', () => {
  test.each(
    Object.entries<readonly [says: string, see: string]>({
      [`alert assign "Memory high" ${web}`]: [
        `Alert policy “Memory high” is already assigned to ${web}.`,
        'server show de1acmeweb01',
      ],
      [`alert unassign "Disk 80" ${web}`]: [
        `Alert policy “Disk 80” is not assigned to ${web}.`,
        'server show de1acmeweb01',
      ],
      'alert update "Disk 80" disk=80': [
        'Alert policy “Disk 80” is set like this already: disk ≥ 80%.',
        'alert show 22b9445a60acbca3d56d1108a6c82683',
      ],
      'alert update "Disk 80" name="Disk 80" cpu=off for=5m to=ops@acme.example.com': [
        'Alert policy “Disk 80” is set like this already: name Disk 80 · CPU off · for 5 min · notifies ops@acme.example.com.',
        'alert show 22b9445a60acbca3d56d1108a6c82683',
      ],
      [`autoscale set ${web} e78d7e31ea357689dbbf8e4cac198a55`]: [
        `Autoscale policy “Scale web” is already set on ${web}.`,
        'autoscale view de1acmeweb01',
      ],
      'autoscale remove DE1ACMEWEB04': [
        'DE1ACMEWEB04 has no autoscale policy.',
        'autoscale view de1acmeweb04',
      ],
      'ip remove DE1ACMEWEB03 203.0.113.10': [
        'DE1ACMEWEB03 has no public IP 203.0.113.10.',
        'server show de1acmeweb03',
      ],
      [`firewall enable de1 ${enabled} ${why}`]: [
        'Firewall policy 10.95.131.0/24 (DE1) → 10.95.173.0/24 (VA1) · all ports · ac11a458 is already enabled.',
        `firewall show de1 ${enabled}`,
      ],
      [`firewall disable va1 ${disabled} ${why}`]: [
        'Firewall policy 10.95.173.0/24 (VA1) → 10.95.31.0/24 (GB3) · all ports · 51540020 is already disabled.',
        `firewall show va1 ${disabled}`,
      ],
      [`firewall enable de1 ${nowhere} ${why}`]: [noPolicy, `firewall show de1 ${nowhere}`],
      [`firewall delete de1 ${nowhere} ${why}`]: [noPolicy, 'firewall list de1'],
      [`firewall intra delete de1 ${nowhere} ${why}`]: [noPolicy, 'firewall intra list de1'],
    }),
  )('%s', async (line, [says, see]) => {
    expect(await refusal(line)).toBe(`${says} Nothing to change.\nSee /cloud ${see}`);
  });

  test('is not refused on a server that is being built, which shows no details', async () => {
    expect(await refusal('alert unassign "Disk 80" de1acmeweb09')).toMatch(/^not refused/);
  });

  test('shows nothing of that state to a person who may not read there', async () => {
    const ben = ['U0BEN'];
    const onlyBen: Policy = { ...defaults, people: { read: ben, change: ben, approve: ben } };
    const { evaluation } = await requested(`alert assign "Memory high" ${web}`, [], onlyBen);
    expect(evaluation.decision).toMatchObject({ kind: 'deny' });
  });
});

describe('of several servers', () => {
  test('those that need no change are excluded and named, and the others are previewed', async () => {
    const { change, shown } = await requested('alert assign "Memory high" DE1ACMEWEB0?');
    expect(change.steps.map(({ target }) => target?.name)).not.toContain(web);
    expect(change.steps.length).toBe(8);
    expect(shown.warnings).toEqual([`1 server omitted, already so: ${web}.`]);
  });

  test('all are named if none needs a change', async () => {
    expect(await refusal('alert assign 71dd93f6 DE1ACMEWEB01 DE1ACMEWEB02')).toBe(
      [
        '2 of 2 servers need no change:',
        'Alert policy “CPU high” is already assigned to DE1ACMEWEB01.',
        'Alert policy “CPU high” is already assigned to DE1ACMEWEB02.',
      ].join('\n'),
    );
  });
});

describe('in a plan', () => {
  test('a step that would change nothing is refused with its number', async () => {
    expect(
      await refusal(planOf('alert create X disk=80 to=a@b.co', `alert assign "Memory high" ${web}`)),
    ).toContain(`Step 2: Alert policy “Memory high” is already assigned to ${web}. Nothing to change.`);
  });

  test('a step is not compared with the present state if an earlier step changes it', async () => {
    const lines = [
      `firewall disable de1 ${enabled}`,
      `firewall enable de1 ${enabled}`,
      `alert unassign "Memory high" ${web}`,
      `alert assign "Memory high" ${web}`,
      'alert update "Disk 80" disk=90 for=10m',
      'alert update "Disk 80" disk=80 for=5m',
    ];
    const { change } = await requested(planOf(...lines));
    expect(change.steps.map(({ title }) => title).slice(-2)).toEqual([
      'Update alert policy Disk 80 · disk ≥ 80% → 90% · for 5 min → 10 min',
      'Update alert policy Disk 80 · disk ≥ 80% · for 5 min',
    ]);
  });

  test('a step keeps its hash when it is evaluated again after such an earlier step', async () => {
    const lines = ['alert update "Disk 80" disk=90', 'alert update "Disk 80" disk=80'];
    const { change, evaluation } = await requested(planOf(...lines));
    await apply('alert update "Disk 80" disk=90', await contextAt(cloud));
    const { deps } = memory({ service: connected(cloud), clock: () => endStart });
    const [first, second] = change.steps;
    if (!second) throw new Error('It has two steps');
    const operation = operations.find(({ id }) => id === second.operation);
    const prepared = operation?.prepare(second.raw);
    if (!prepared || 'problems' in prepared) throw new Error('It can run');
    const options = { known: [second], earlier: [first] };
    const alone = await evaluateChange([prepared], job.replyTo, deps, options);
    expect(alone.basis).toEqual(evaluation.basis.slice(1));
  });
});

test('a request is outdated once its change is made, and says why', async () => {
  expect(await outdatedBy(`alert assign "Disk 80" ${web}`)).toEqual([
    `Alert policy “Disk 80” is already assigned to ${web}.`,
  ]);
});

test('a request to enable a firewall policy says once that it is enabled by now', async () => {
  expect(await outdatedBy(`firewall enable va1 ${disabled} why="Nightly backup"`)).toEqual([
    expect.stringMatching(/^Firewall policy .* is already enabled\.$/),
  ]);
});

test('an Undo that would change nothing is not refused: its own check says what happened', async () => {
  const { deps } = memory({ service: connected(cloud), clock: () => endStart });
  const subject = { kind: 'alert policy on server', policy: 'p1', server: 'de1acmeweb01' };
  const prepared = [preparedFrom(`alert assign "Memory high" ${web}`)] as const;
  const known = [{ undoes: { id: 's1', subject } }];
  const { change } = await evaluateRequest({ prepared, known }, job, deps);
  expect(change.steps).toMatchObject([{ undoes: { id: 's1' } }]);
});

describe('a state with an end', () => {
  const line = `alert assign "Memory high" ${web}`;
  const memoryHigh = 'a58850d7ca618f245065e1de52763b93';
  const subject = { server: 'de1acmeweb01', policy: memoryHigh, kind: 'alert policy on server' };
  const keys = [`alert policy ${memoryHigh}`];
  const undoes = { id: 'l1', subject, state: 's1' };
  const end = endOf({ reversal: { request: '#7' }, step: { undoes, keys } });

  test('can’t be made for good before the end', async () => {
    expect(await refusal(line, [end])).toMatch(
      /^#7 ends this at .* UTC\.\nExtend it, keep it for good, or end it before you change it\.\nNothing was changed\.$/,
    );
  });

  test('does not concern an end elsewhere', async () => {
    const elsewhere = { ...undoes, subject: { ...subject, server: 'de1acmeweb02' } };
    const other = endOf({ step: { undoes: elsewhere, keys } });
    expect(await refusal(line, [other])).toContain('Nothing to change');
  });
});
