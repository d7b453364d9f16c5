import { expect, test } from 'vitest';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const line = 'ip update DE1ACMEWEB01 203.0.113.10';

test('an address that the server doesn’t have is not updated', async () => {
  const { already } = await resolve('ip update DE1ACMEWEB01 198.51.100.77 tcp/443', context);
  expect(already).toBe('DE1ACMEWEB01 has no public IP 198.51.100.77.');
});

test('an update sets only what is given, and changes nothing if that is set already', async () => {
  const { keys, already } = await resolve(`${line} from=0.0.0.0/0`, context);
  expect(keys).toEqual(['from']);
  expect(already).toBe('Public IP 203.0.113.10 is set like this already.');
});

test('the sources are anywhere if nothing limits them', async () => {
  const { title } = await resolve(`${line} from=192.0.2.0/24`, context);
  expect(title).toMatch(/ from 192\.0\.2\.0\/24 \(was anywhere\)$/);
});

test('what stays the same in other pieces is not shown as replaced', async () => {
  const { title } = await resolve(
    'firewall intra update de1 195f2e21b90087a4b3313bc144204857 tcp/22 source="10.95.131.0/25, 10.95.131.128/25" why="the shop"',
    context,
  );
  expect(title).toContain('from 10.95.131.0/24 to');
});
