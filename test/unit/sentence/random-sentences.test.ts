import { expect, test } from 'vitest';
import { misheard } from '../../support/oracle/spoken.ts';
import { expectSoundHearing } from './sound-hearing.ts';

test('no sentence of random words opens more, longer, elsewhere or for others than it says', () => {
  expectSoundHearing(500);
});

test('the oracle notices each kind of mistake', () => {
  const wrong: readonly (readonly [sentence: string, line: string])[] = [
    ['open ssh on web01 from 203.0.113.7 for 1h', 'ip add web01 tcp/22 from=203.0.113.7 ends=2h'],
    ['open ssh on web01 from 203.0.113.7 for 1h', 'ip add web01 tcp/22 ends=1h'],
    ['open ssh on web01 from 203.0.113.7 for 1h', 'ip add web02 tcp/22 from=203.0.113.7 ends=1h'],
    ['open ssh on web01 from 203.0.113.7 for 1h', 'ip add web01 tcp/22 tcp/443 from=203.0.113.7 ends=1h'],
    ['open ssh on web01 from 203.0.113.7 for 1h', 'ip add web01 tcp/22 from=203.0.113.7'],
    ['let web01 reach db02 on ssh for 1h', 'reach db02 web01 tcp/22 ends=1h'],
    ['let web01 reach db02 on ssh for 1h', 'reach web01 db02 ends=1h'],
    ['open ssh on web01 to anyone because only ben', 'ip add web01 tcp/22 ends=2h why="only ben"'],
    [
      'open ssh on web01 to anyone because debug for 5 min',
      'ip add web01 tcp/22 ends=2h why="debug for 5 min"',
    ],
    ["don't open ssh on web01 to anyone", 'ip add web01 tcp/22 ends=2h'],
    ['keep #12 open for 2h', 'extend #12 2h'],
    ['close #12 and #14', 'end #12'],
  ];
  expect(wrong.filter(([sentence, line]) => misheard(sentence, line).length === 0)).toEqual([]);
});
