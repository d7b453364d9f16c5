import { expect, test } from 'vitest';
import { line, note } from '../../../src/core/answer.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { contextAt, resolve } from './run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const publicIpOf = (wanted: string): string | undefined =>
  cloud.control.state().servers.find(({ id }) => id === wanted)?.publicIps[0]?.address;

test.each([
  ['nobody has', () => '198.51.100.77'],
  ['another server has', () => publicIpOf('de1acmeweb01')],
])('an address that %s is refused before anybody confirms', async (_, address) => {
  await expect(resolve(`ip remove de1acmeweb03 ${address()}`, context)).rejects.toMatchObject({
    message: `DE1ACMEWEB03 has no public IP ${address()}.`,
    changed: 'nothing',
    details: [note('Show its public IPs: ', line('ip show de1acmeweb03'))],
  });
});

test('its own address can be removed', async () => {
  const address = publicIpOf('de1acmeweb01');
  const { title } = await resolve(`ip remove de1acmeweb01 ${address}`, context);
  expect(title).toBe(`Remove public IP ${address} from DE1ACMEWEB01`);
});

test('a server that is being built shows no addresses, so nothing is refused', async () => {
  const { title } = await resolve('ip remove de1acmeweb09 198.51.100.77', context);
  expect(title).toContain('198.51.100.77');
});
