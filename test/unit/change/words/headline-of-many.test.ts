import { expect, test } from 'vitest';
import type { Status } from '../../../../src/change/model/change.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { headline } from '../../../../src/change/words/headline.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { pushed, shownLine } from '../../../support/made/headline-text.ts';
import { request } from '../../../support/made/requests.ts';

/*
 * An alert policy is assigned to nine servers: all numbers of them can be done, failed, not known or waiting. The headline and the phone
 * say these numbers, and nothing better than they are.
 */

const all = 9;
const kinds = ['done', 'failed', 'unknown'] as const;

const server = (at: number): string => `DE1ACMEWEB0${at + 1}`;

const step = (at: number, kind: StepOutcome['kind'] | undefined): Step =>
  stepOf({
    title: `Assign alert policy Disk 80 → ${server(at)}`,
    action: 'Assign alert policy',
    target: { noun: 'server', name: server(at) },
    phrase: { verb: 'assign', thing: 'alert policy Disk 80', rest: ` to ${server(at)}` },
    ...(kind && { outcome: { kind, answer: [], job: 'j1' } }),
  });

interface Way {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly waits: number;
  readonly line: string;
  readonly push: string;
}

const upTo = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, at) => at);

const ways = upTo(all).flatMap((done) =>
  upTo(all - done).flatMap((failed) =>
    upTo(all - done - failed).map((unknown): Way => {
      const numbers = { done, failed, unknown };
      const outcomes = kinds.flatMap((kind) => Array<typeof kind>(numbers[kind]).fill(kind));
      const waits = all - outcomes.length;
      const status: Status = waits > 0 ? 'running' : unknown > 0 ? 'unknown' : failed > 0 ? 'failed' : 'done';
      const [first = step(0, undefined), ...others] = upTo(all - 1).map((at) => step(at, outcomes[at]));
      const shown = headline(request({ number: 7, approvers: 0, status, steps: [first, ...others] }));
      return { ...numbers, waits, line: shownLine(shown), push: pushed(shown) };
    }),
  ),
);

const lies = (isLie: (way: Way) => boolean): readonly string[] =>
  ways.filter(isLie).map(({ line, push, ...numbers }) => `${JSON.stringify(numbers)} | ${line} | ${push}`);

test('all 220 are walked, and no headline is cut on a phone', () => {
  expect(ways).toHaveLength(220);
  expect(lies(({ push }) => push.length > 110 || !push.includes('alert policy Disk 80'))).toEqual([]);
});

test('✅ is said only if all are done, with their number', () => {
  expect(
    lies(
      ({ done, line, push }) => (done === all) !== /^✅/.test(line) || /^✅/.test(line) !== /^✅/.test(push),
    ),
  ).toEqual([]);
  expect(ways.find(({ done }) => done === all)).toMatchObject({
    line: '✅ Assigned alert policy Disk 80 to 9 servers',
    push: '✅ Assigned alert policy Disk 80 to 9 servers (#7)',
  });
});

test('what waits is said to be on its way, with what came of the others', () => {
  const ends = ({ done, failed, unknown }: Way): readonly string[] => [
    `${done} of 9 done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} with an unknown outcome`] : []),
  ];
  expect(
    lies(
      (way) =>
        way.waits > 0 &&
        !(
          way.line.startsWith('⏳ Assigning alert policy Disk 80 to 9 servers') &&
          (way.waits === all || way.line.includes(ends(way).join(', ')))
        ),
    ),
  ).toEqual([]);
});

test('of some that failed, it says how many are done, and names two that failed', () => {
  const isOver = ({ waits, unknown, failed }: Way): boolean => waits === 0 && unknown === 0 && failed > 0;
  expect(
    lies(
      (way) =>
        isOver(way) &&
        way.done > 0 &&
        !way.line.startsWith(
          `⚠️ Assigned alert policy Disk 80 to ${way.done} of 9 servers · failed: ${server(way.done)}`,
        ),
    ),
  ).toEqual([]);
  expect(lies((way) => isOver(way) && way.done === 0 && !way.line.startsWith('❌ Not assigned: '))).toEqual(
    [],
  );
  expect(
    lies(
      (way) =>
        isOver(way) &&
        way.done > 0 &&
        !way.push.startsWith(`⚠️ ${way.done} of 9 done, ${way.failed} failed: `),
    ),
  ).toEqual([]);
});

test('what is not known is said, whatever else came of it', () => {
  expect(
    lies(
      ({ waits, unknown, line, push }) =>
        waits === 0 &&
        unknown > 0 &&
        !(line.startsWith('⚠️ Not known if assigned') && push.startsWith('⚠️ Not known if assigned')),
    ),
  ).toEqual([]);
});
