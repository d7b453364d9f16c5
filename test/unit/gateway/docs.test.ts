import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
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

/** What Ana reads when she types a command, without its markup. */
async function answerTo(command: string): Promise<string> {
  const bot = new InMemoryBot(unused, {}, gateway.service());
  await bot.type('U0ANA', command);
  return bot.said.map(({ text }) => text).join('\n');
}

test.each(rowsOf('commands'))('%s says: %s', async (command, answer) => {
  const said = await answerTo(command);
  expect(said).toContain(answer);
  expect(said).not.toMatch(/noticefailed/);
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
