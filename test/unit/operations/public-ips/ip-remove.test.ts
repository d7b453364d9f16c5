import { expect, test } from 'vitest';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const publicIpOf = (wanted: string): string | undefined =>
  cloud.control.state().servers.find(({ id }) => id === wanted)?.publicIps[0]?.address;

test.each([
  ['nobody has', () => '198.51.100.77'],
  ['another server has', () => publicIpOf('de1acmeweb01')],
])('removing an address that %s changes nothing', async (_, address) => {
  const { already } = await resolve(`ip remove de1acmeweb03 ${address()}`, context);
  expect(already).toBe(`DE1ACMEWEB03 has no public IP ${address()}.`);
});

test('a server that is being built shows no addresses, so nothing is refused', async () => {
  const { title } = await resolve('ip remove de1acmeweb09 198.51.100.77', context);
  expect(title).toContain('198.51.100.77');
});
