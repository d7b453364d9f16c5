import { expect, test } from 'vitest';
import { cloudOfFile } from '../local-cloud.ts';
import { contextAt, resolve } from './run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const policy = 'firewall intra update de1 195f2e21';
const publicIp = 'ip update DE1ACMEWEB01 203.0.113.10';
const because = ' why="Nightly backup"';

test.each([
  [`${policy} icmp tcp/5432${because}`, 'Firewall policy 195f2e21 in DE1 is set like this already.'],
  [
    `firewall intra update de1 ${'0'.repeat(32)} icmp${because}`,
    'There is no firewall policy 00000000 in DE1.',
  ],
  ['ip update DE1ACMEWEB01 198.51.100.77 tcp/443', 'DE1ACMEWEB01 has no public IP 198.51.100.77.'],
])('%s changes nothing', async (line, already) => {
  expect((await resolve(line, context)).already).toBe(already);
});

test.each([
  [`${policy} icmp${because}`, ['ports']],
  [`${policy} source=10.0.0.0/24 destination=10.0.1.0/24${because}`, ['source', 'destination']],
  [`${publicIp} from=0.0.0.0/0`, ['from']],
])('%s sets only what is given', async (line, keys) => {
  expect((await resolve(line, context)).keys).toEqual(keys);
});

test('the sources of a public IP are anywhere if nothing limits them', async () => {
  const { title } = await resolve(`${publicIp} from=192.0.2.0/24`, context);
  expect(title).toMatch(/ from 192\.0\.2\.0\/24 \(was /);
});
