import { expect, test } from 'vitest';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const policy = 'firewall intra update de1 195f2e21';
const because = ' why="Nightly backup"';

test.each([
  [`${policy} icmp tcp/5432`, 'Firewall policy 195f2e21 in DE1 is set like this already.'],
  [`firewall intra update de1 ${'0'.repeat(32)} icmp`, 'There is no firewall policy 00000000 in DE1.'],
])('%s changes nothing', async (line, already) => {
  expect((await resolve(`${line}${because}`, context)).already).toBe(already);
});

test.each([
  [`${policy} icmp`, ['ports']],
  [`${policy} source=10.0.0.0/24 destination=10.0.1.0/24`, ['source', 'destination']],
])('%s sets only what is given', async (line, keys) => {
  expect((await resolve(`${line}${because}`, context)).keys).toEqual(keys);
});
