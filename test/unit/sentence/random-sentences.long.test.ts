import { test } from 'vitest';
import { expectSoundHearing } from './sound-hearing.ts';

test('none of 10,000 sentences of random words opens more, longer, elsewhere or for others than it says', () => {
  expectSoundHearing(10_000);
});
