import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalCloud } from '../../local/cloud/index.ts';
import { between } from '../../scripts/derived/page-marks.ts';
import { minute } from '../../src/core/clock.ts';
import { quick } from '../support/seeded.ts';
import { type Flow, flows } from './death-flows.ts';
import { sectionOf } from './death-page.ts';
import { type Played, played, type Reading } from './deaths.ts';
import type { Storyteller } from './storyteller.ts';

/*
 * The page of deaths is what Skydesk does if a worker dies in any gap of a flow. `npx vitest run --project stories -u` writes it again.
 */

const page = path.join(import.meta.dirname, '../../docs/deaths.md');

/** The emulator has the time of the story, since its sample data depends on the month. */
let now = (): number => 0;
const cloud = await startLocalCloud({ clock: () => now() });
afterAll(cloud.close);

const all = new Map<string, Played>();
beforeAll(async () => {
  for (const flow of flows) all.set(flow.title, await played(flow, cloud, begin));
});

function begin(story: Storyteller): void {
  now = () => story.bot.now();
  cloud.control.reset();
  cloud.control.set(quick);
}

const playedOf = ({ title }: Flow): Played => {
  const found = all.get(title);
  if (!found) throw new Error(`It was not played: ${title}`);
  return found;
};

test('the page has what comes of each death', async () => {
  const sections = flows.map((flow) => sectionOf(flow, playedOf(flow))).join('\n\n');
  await expect(between(readFileSync(page, 'utf8'), 'deaths', sections)).toMatchFileSnapshot(page);
});

describe.each(flows)('$title: if a worker dies', (flow) => {
  const isResult = ({ headline }: Reading): boolean => flow.result.test(headline);
  const whereRead = ({ place, headline }: Reading): string => `${headline} in ${place}`;
  /** Deaths whose outcome is unknown, or known. */
  const deaths = (isUnknown: boolean) =>
    playedOf(flow).deaths.filter(({ status }) => (status === 'unknown') === isUnknown);

  test('no call is made twice, and no job is left in the dead-letter queue', () => {
    for (const { calls, deadLetters } of playedOf(flow).deaths) {
      expect(new Set(calls).size).toBe(calls.length);
      expect(deadLetters).toBe(0);
    }
  });

  test('the outcome is unknown only between the entry “started” and what is stored after the call', () => {
    const { done } = playedOf(flow);
    for (const [after, { status }] of playedOf(flow).deaths.entries()) {
      const [last] = done[after - 1]?.effects ?? [];
      const mayBeSent = last?.kind === 'cloud' || (last?.kind === 'log' && last.text.startsWith('started'));
      expect([after, status === 'unknown']).toEqual([after, mayBeSent]);
    }
  });

  test('an unknown outcome is logged as such, and people read that it is unknown, and nowhere that it is done', () => {
    for (const { log, read } of deaths(true)) {
      expect(log.filter((event) => event === 'unknown')).toHaveLength(1);
      expect(log.filter((event) => event === 'ended' || event === 'applied')).toEqual([]);
      const results = read.filter(isResult).map(({ headline }) => headline);
      expect(results.length).toBeGreaterThan(0);
      for (const headline of results) expect(headline).toMatch(/^⚠️/);
    }
  });

  test('all else is done and logged once, and read wherever it is read if nobody dies', () => {
    const { usual } = playedOf(flow);
    for (const { calls, status, steps, log, read } of deaths(false)) {
      expect({ calls, status, steps, log: log.toSorted() }).toEqual({
        calls: usual.calls,
        status: usual.status,
        steps: usual.steps,
        log: usual.log.toSorted(),
      });
      const places = read.map(whereRead);
      expect(
        usual.read
          .filter(isResult)
          .map(whereRead)
          .filter((one) => !places.includes(one)),
      ).toEqual([]);
    }
  });

  test('somebody goes on within seven minutes, if anything is left to do', () => {
    for (const { goesOn } of playedOf(flow).deaths)
      for (const { after } of goesOn) expect(after).toBeLessThan(7 * minute);
    for (const { goesOn } of deaths(true)) expect(goesOn).not.toEqual([]);
  });
});
