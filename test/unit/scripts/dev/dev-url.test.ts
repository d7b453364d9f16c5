import { expect, test } from 'vitest';
import { UsageError } from '../../../../scripts/command-line/command-line.ts';
import { devUrl } from '../../../../scripts/dev/dev-url.ts';

test.each([
  ['the flag first', 'http://127.0.0.1:9/', { PORT: '3001' }, 'http://127.0.0.1:9'],
  ['PORT without a flag', undefined, { PORT: '3001' }, 'http://127.0.0.1:3001'],
  ['3000 without either', undefined, { PORT: '' }, 'http://127.0.0.1:3000'],
])('npm run dev is found by %s', (_, url, environment, address) => {
  expect(devUrl(url, environment)).toBe(address);
});

test('a PORT that is not a number is refused', () => {
  expect(() => devUrl(undefined, { PORT: 'abc' })).toThrow(
    new UsageError('PORT must be a number from 0 to 65535; it is “abc”.'),
  );
});
