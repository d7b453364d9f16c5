import { expect, test } from 'vitest';
import { timingsOf } from '../../../src/evaluate/resolve-timing.ts';
import { readTimeWords } from '../../../src/time/time-words.ts';
import type { TimeWords, Timing } from '../../../src/time/timing.ts';

/** Sunday, 20:30 in Berlin. */
const now = Date.parse('2026-11-22T19:30Z');
const berlin = async () => 'Europe/Berlin';

function read(words: string | undefined): TimeWords | undefined {
  if (words === undefined) return undefined;
  const reading = readTimeWords(words);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}
async function resolved(starts: string | undefined, ends?: string, timeZone = berlin): Promise<Timing> {
  const typed = { starts: read(starts), ends: read(ends) };
  const [timing] = await timingsOf([typed], { person: 'U0ANA' }, { members: { timeZone }, clock: () => now });
  return timing;
}
const at = (instant: string) => Date.parse(instant);

test.each([
  ['22:00', '2026-11-22T21:00Z', 'still to come today'],
  ['20:00', '2026-11-23T19:00Z', 'past today, so tomorrow'],
  ['today 22:00', '2026-11-22T21:00Z', 'today'],
  ['tomorrow 6am', '2026-11-23T05:00Z', 'tomorrow'],
  ['sun 22:00', '2026-11-22T21:00Z', 'the weekday of today, later'],
  ['sun 6am', '2026-11-29T05:00Z', 'the weekday of today, earlier, so in a week'],
  ['mon 22:00', '2026-11-23T21:00Z', 'the next such weekday'],
  ['2026-12-01 08:00', '2026-12-01T07:00Z', 'a date'],
  ['2026-11-23T18:00Z', '2026-11-23T18:00Z', 'a time with its zone'],
  ['2h', '2026-11-22T21:30Z', 'a while from now'],
])('starts=%s is %s: %s', async (words, instant) => {
  expect(await resolved(words)).toEqual({ startsAt: at(instant) });
});

test.each<readonly [string | undefined, string, Timing, string]>([
  [undefined, '2h', { ends: { after: 7_200_000 } }, 'a while counts from when it is applied'],
  [undefined, '22:00', { ends: { at: at('2026-11-22T21:00Z') } }, 'a time without a start'],
  [
    '22:00',
    '06:00',
    { startsAt: at('2026-11-22T21:00Z'), ends: { at: at('2026-11-23T05:00Z') } },
    'the time after the start',
  ],
  [
    'fri 22:00',
    'sat 6am',
    { startsAt: at('2026-11-27T21:00Z'), ends: { at: at('2026-11-28T05:00Z') } },
    'the weekday after the start',
  ],
])('starts=%s ends=%s: %o, %s', async (starts, ends, timing) => {
  expect(await resolved(starts, ends)).toEqual(timing);
});

test.each([
  ['today 20:00', undefined, 'starts= is in the past.'],
  ['2027-01-01 08:00', undefined, 'starts= must be within 30 days.'],
  [undefined, 'today 20:00', 'ends= is in the past.'],
  ['tomorrow 22:00', 'tomorrow 21:00', 'ends= must be later than starts=.'],
  ['22:00', '22:03', 'ends= must be at least 5 minutes after the start.'],
  [undefined, '2027-01-01 08:00', 'ends= must be within 30 days of the start.'],
])('starts=%s ends=%s is refused: %s', async (starts, ends, why) => {
  await expect(resolved(starts, ends)).rejects.toThrow(why);
});

test('a time zone is looked up only if it matters', async () => {
  const never = () => Promise.reject(new Error('was asked'));
  expect(await resolved('2h', '30m', never)).toMatchObject({ ends: { after: 1_800_000 } });
  await expect(resolved('22:00', undefined, never)).rejects.toThrow('was asked');
});
