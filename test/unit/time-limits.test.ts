import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { maxDeliveries, pauseFor } from '../../src/aws/lambda/sqs-batch.ts';
import { day, hour, type Millis, minute } from '../../src/core/clock.ts';
import { NotDue } from '../../src/core/unavailable.ts';
import { maxTimes, putOffDelay } from '../../src/jobs/put-back.ts';
import { root, textOf } from '../support/imports.ts';

/*
 * docs/time-limits.md: each time is what it is where it is set, in the code or in what is deployed, and each relation between two of
 * them holds.
 */

const page = textOf('docs/time-limits.md');
const units = { s: 1000, min: minute, h: hour, d: day } as const;

/** Reads a time such as "45 min". */
function timeIn(words: string): Millis {
  const [, amount, unit] = /^(\d+) (s|min|h|d)$/.exec(words) ?? [];
  if (amount === undefined) throw new Error(`“${words}” is no time`);
  return Number(amount) * units[unit as keyof typeof units];
}

/** How long all deliveries of a message take after this error. */
const deliveriesAfter = (error: Error): Millis =>
  Array.from({ length: maxDeliveries - 1 }, (_, index) => pauseFor(error, index + 1) * 1000).reduce(
    (sum, pause) => sum + pause,
  );

const deliveries = deliveriesAfter(new Error('It failed'));

const computed: Readonly<Record<string, Millis>> = {
  deliveries,
  untilLogged: maxTimes * (deliveries + putOffDelay),
  whileNotDue: deliveriesAfter(new NotDue()),
};

/** Reads a time of a deployed file, in seconds or as a rate, below the first line with the name of its owner. */
function deployed(file: string, [owner = '', property = '']: readonly string[]): Millis {
  const [, below = ''] = textOf(file).split(new RegExp(`^ +${owner}:$`, 'm'));
  const [, seconds, rate] =
    new RegExp(`^ +${property}: (?:(\\d+)|rate\\((\\d+) minutes\\))$`, 'm').exec(below) ?? [];
  return seconds === undefined ? Number(rate) * minute : Number(seconds) * 1000;
}

/** Reads a constant of the code: what its module exports, else what its source says. Names say days and seconds. */
async function coded(file: string, name: string): Promise<Millis> {
  const { [name]: exported }: Record<string, unknown> = await import(
    pathToFileURL(path.join(root, file)).href
  );
  if (typeof exported === 'number') return name.endsWith('Days') ? exported * day : exported;
  const said = new RegExp(
    `\\b${name.replaceAll('.', '\\.')}(?:: \\w+)?(?: =| \\?\\?|:) ([\\w *]+?) ?[;,}]`,
  ).exec(textOf(file))?.[1];
  const unit = name.endsWith('Seconds') ? 1000 : 1;
  const known: Readonly<Record<string, Millis>> = { minute, hour, day, lostAfter: hour };
  return (said ?? 'nothing')
    .split(' * ')
    .map((factor) => known[factor] ?? Number(factor.replaceAll('_', '')))
    .reduce((product, factor) => product * factor, unit);
}

const named = [
  ...page.matchAll(/^\| `(\w+)` \| [^|]+ \| (\d+ \w+) \| \[[^\]]+\]\(\.\.\/([^)]+)\)(?:, ([^|]+))? \|$/gm),
].map(([, name = '', words = '', file = '', where = `\`${name}\``]) => ({
  name,
  time: timeIn(words),
  file,
  where: [...where.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
}));

test.each(named)('$name is what it is in $file', async ({ name, time, file, where }) => {
  if (name in computed) expect(time).toBe(computed[name]);
  else if (file.endsWith('.yml')) expect(time).toBe(deployed(file, where));
  else {
    const parts = await Promise.all(where.map((one) => coded(file, one)));
    expect(time).toBe(parts.reduce((sum, part) => sum + part));
  }
});

/** Computes a sum such as "`worker` × 6 + `lookAhead`". */
const sumOf = (words: string): Millis =>
  words.split(' + ').reduce((sum, term) => {
    const [name = '', times = '1'] = term.split(' × ');
    const time = named.find((one) => `\`${one.name}\`` === name)?.time;
    if (time === undefined) throw new Error(`${name} is no time of the page`);
    return sum + time * Number(times);
  }, 0);

const holds = { '<': (a: number, b: number) => a < b, '≤': (a: number, b: number) => a <= b, '=': Object.is };

const relations = [...page.matchAll(/^\| (`\w+`[^|]*) ([<≤=]) (`\w+`[^|]*) \| [A-Z]/gm)].map(
  ([, left = '', sign = '', right = '']) => ({ left, sign, right }),
);

test.each(relations)('$left $sign $right', ({ left, sign, right }) => {
  expect(holds[sign as keyof typeof holds](sumOf(left), sumOf(right))).toBe(true);
});

test('the page has all of them', () => {
  const rows = [...page.matchAll(/^\| .*`.* \|$/gm)].length;
  expect([named.length > 50, relations.length > 30, named.length + relations.length]).toEqual([
    true,
    true,
    rows,
  ]);
});
