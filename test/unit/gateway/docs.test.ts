import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../../src/operations/index.ts';
import { gatewayOfFile } from '../../support/gateway.ts';
import { root } from '../../support/imports.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';

/* The tables of docs/gateway.md: each command is typed, and goes through the gateway to the stand-in for DigitalOcean. */

const page = readFileSync(path.join(root, 'docs/gateway.md'), 'utf8');
const unused = await cloudOfFile();
const gateway = await gatewayOfFile();

/** The rows of a table between two marks: the command, and a part of its answer. */
function rowsOf(mark: string): (readonly [command: string, answer: string])[] {
  const [, table = ''] = new RegExp(`<!-- ${mark} -->([\\s\\S]*?)<!-- /${mark} -->`).exec(page) ?? [];
  return [...table.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, command = '', answer = '']) => [
    command,
    answer,
  ]);
}

/** A command of a table as Ana types it; `own` stands for a policy that the gateway has made. */
async function typed(command: string): Promise<string> {
  // The gateway shares what it has read for two seconds.
  gateway.later(3_000);
  const policies = await gateway.service().account('OCEAN').firewall.list('fra1');
  const own = policies.find(({ ports }) => ports[0] === 'tcp/5432' || ports[0] === 'udp/53');
  return command.replace(' ID ', ` ${own?.id} `).replace('⏎', '\n');
}

/** What Ana reads when she types a command, without its markup. */
async function answerTo(command: string): Promise<string> {
  const bot = new InMemoryBot(unused, {}, gateway.service());
  await bot.type('U0ANA', command);
  return bot.said.map(({ text }) => text).join('\n');
}

test('each command that works is answered as the page says, in its order', async () => {
  const bot = new InMemoryBot(unused, {}, gateway.service());
  for (const [command, answer] of rowsOf('commands')) {
    const before = bot.said.length;
    const id = await bot.type('U0ANA', await typed(command));
    if (bot.stateOf(id)) await bot.press('U0ANA', 'confirm', id);
    if (bot.stateOf(id)?.status === 'open') await bot.vote('U0BEN', id, 'approve');
    gateway.later(3_000);
    await bot.pass(10);
    const said = bot.said.slice(before).map(({ text }) => text);
    expect(said.join('\n')).toContain(answer);
    expect(said.join('\n')).not.toMatch(/noticefailed/);
  }
});

/** They concern only what Skydesk itself has done, or are refused only once they are confirmed (changes.test.ts). */
const elsewhere =
  /^(approvals|openings|changed\.adopt|ip\.remove|end|extend|keep|scheduled|policy|history|key|request|run|doctor)(\.|$)/;

test('each command that calls the cloud API is in one of the tables', () => {
  const rows = [...rowsOf('commands'), ...rowsOf('refused')].map(([command]) => `${command} `);
  const missing = operations
    .filter(({ id }) => !elsewhere.test(id))
    .filter(({ words }) => !rows.some((row) => row.startsWith(`${words.join(' ')} `)));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test.each(rowsOf('refused'))('%s is refused: %s', async (command, refusal) => {
  const said = await answerTo(command);
  expect(said).toContain(refusal);
  expect(said).toMatch(/noticefailed/);
});

test('nothing that is refused changes anything', async () => {
  for (const [command] of rowsOf('refused')) await answerTo(command);
  const changes = gateway.provider.calls.filter(({ method }) => method !== 'GET');
  expect(changes).toEqual([]);
});

test('both tables have rows', () => {
  expect(rowsOf('commands').length).toBeGreaterThan(15);
  expect(rowsOf('refused').length).toBeGreaterThan(8);
});
