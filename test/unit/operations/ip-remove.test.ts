import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import { parseCommand } from '../../../src/commands/parse/parse-command.ts';
import { line, note } from '../../../src/core/answer.ts';
import type { Context } from '../../../src/operations/shared/context.ts';
import { contextAt } from './at-local-cloud.ts';

let cloud: LocalCloud;
let context: Context;

beforeAll(async () => {
  cloud = await startLocalCloud();
  context = await contextAt(cloud);
});
afterAll(() => cloud.close());

/** What the preview is made from. */
async function resolve(line: string) {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(parsed.kind);
  return parsed.prepared.resolve(context);
}

const publicIpOf = (wanted: string): string | undefined =>
  cloud.control.state().servers.find(({ id }) => id === wanted)?.publicIps[0]?.address;

test.each([
  ['nobody has', () => '198.51.100.77'],
  ['another server has', () => publicIpOf('de1acmeweb01')],
])('an address that %s is refused before anybody confirms', async (_, address) => {
  await expect(resolve(`ip remove de1acmeweb03 ${address()}`)).rejects.toMatchObject({
    message: `DE1ACMEWEB03 has no public IP address ${address()}.`,
    changed: 'nothing',
    details: [note('See which ones it has: ', line('ip show de1acmeweb03'))],
  });
});

test('its own address can be removed', async () => {
  const address = publicIpOf('de1acmeweb01');
  const { title } = await resolve(`ip remove de1acmeweb01 ${address}`);
  expect(title).toBe(`take the public IP address ${address} from DE1ACMEWEB01`);
});

test('a server that is being built shows no addresses, so nothing is refused', async () => {
  const { title } = await resolve('ip remove de1acmeweb09 198.51.100.77');
  expect(title).toContain('198.51.100.77');
});
