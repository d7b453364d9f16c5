import { expect, test, vi } from 'vitest';
import { UsageError } from '../../../../scripts/command-line/command-line.ts';
import {
  allOrNone,
  portOf,
  requestFromHere,
  webAddress,
} from '../../../../scripts/command-line/given-values.ts';

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['https://api.example.com/path/', 'https://api.example.com/path'],
])('%s is an address', (text, address) => {
  expect(webAddress('SERVICE_BASE_URL', text)).toBe(address);
});

test.each(['x', 'localhost:3000', 'ftp://example.com', 'http://', ''])('“%s” is not an address', (text) => {
  expect(() => webAddress('SERVICE_BASE_URL', text)).toThrow(
    new UsageError(`SERVICE_BASE_URL must be an http or https URL; it is “${text}”.`),
  );
});

test.each([
  ['0', 0],
  ['3000', 3000],
  ['65535', 65_535],
])('%s is a port', (text, port) => {
  expect(portOf('PORT', text)).toBe(port);
});

test.each(['', 'abc', '-1', '3000.5', '65536', '0x10', ' 3000', '1e3', '٣٠٠٠'])(
  '“%s” is not a port',
  (text) => {
    expect(() => portOf('--port', text)).toThrow(
      new UsageError(`--port must be a number from 0 to 65535; it is “${text}”.`),
    );
  },
);

const names = ['URL', 'USER', 'PASSWORD'] as const;

test('all variables are returned if all are set', () => {
  const all = { URL: 'http://127.0.0.1', USER: 'ana', PASSWORD: 'x' };
  expect(allOrNone(names, { ...all, OTHER: 'y' })).toEqual(all);
});

test.each([{}, { URL: '', USER: '', PASSWORD: '' }, { OTHER: 'y' }])(
  'none of them is set in %o',
  (environment) => {
    expect(allOrNone(names, environment)).toBeUndefined();
  },
);

test.each([
  [{ URL: 'u' }, 'Set USER and PASSWORD as well, or none of URL, USER, PASSWORD.'],
  [{ URL: 'u', USER: '', PASSWORD: 'p' }, 'Set USER as well, or none of URL, USER, PASSWORD.'],
])('%o has only some of them', (environment, sentence) => {
  expect(() => allOrNone(names, environment)).toThrow(new UsageError(sentence));
});

test('a proxy that can’t be used is a wrong variable, and its password is not repeated', () => {
  vi.stubEnv('HTTPS_PROXY', 'socks5://ana:secret@proxy.example');
  expect(requestFromHere).toThrow(
    new UsageError(
      'The environment variable HTTPS_PROXY is no address of a proxy, such as http://proxy.example.com:3128.',
    ),
  );
});
