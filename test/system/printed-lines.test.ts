import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { asObject } from '../../local/slack/payload/json.ts';
import { hasForm, isChange } from '../../src/command-line/form.ts';
import { operations } from '../../src/operations/index.ts';
import { shownAs, skydeskOfFile } from '../support/index.ts';

/*
 * An example that a page, a help or a form prints works as printed, in the cloud that `npm run dev` seeds: it names nothing
 * that does not exist there, and nothing that exists more than once.
 */

const root = path.join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .filter((page) => page !== 'docs/commands.md')
  .concat('docs/commands.md');
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** The code of a page: the text in backticks, and each line of its blocks. */
const codeOf = (page: string): string[] => {
  const text = read(page);
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  return [...blocks, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)].map((code) =>
    code.trim(),
  );
};

/** A placeholder that the reader replaces. */
const placeholder = /[<[]\w+|…|\b(ID|HASH|ALIAS|NAME|LINE|COMMAND)\b|0{6}/;

/** The reader types it to see this. */
const meant: Readonly<Record<string, string>> = {
  'alrt list': 'Did you mean',
  "alert show 'CPU high'": 'Which alert policy is',
  'reach DE1ACMEWEB01 DE1ACMEDB02 tcp/5432': 'Not allowed',
  'alert list as gus': 'Guests can’t use Skydesk',
};

/** The name of a command that reads a named thing: it is a word of a sentence, not a line to type. */
const isName = (line: string): boolean =>
  operations.some(
    (operation) => operation.words.join(' ') === line && !isChange(operation) && hasForm(operation),
  );

interface Printed {
  readonly line: string;
  readonly as: string;
}
const printed = new Map<string, Printed>();
const add = (line: string, as = 'ana'): void => {
  if (!placeholder.test(line) && !isName(line))
    printed.set(as === 'ana' ? line : `${line} as ${as}`, { line, as });
};

for (const code of pages.flatMap(codeOf)) {
  const [, command] = /^\/cloud (.+)$/.exec(code) ?? /^run --data '([^']+)'/.exec(code) ?? [];
  if (command !== undefined) add(command);
  const [, , tried = '', flags = ''] = /^(\$ )?npm run try -- "([^"]+)"([^#]*)/.exec(code) ?? [];
  if (tried !== '') add(tried, /--as (\w+)/.exec(flags)?.[1]);
}
for (const [, which = ''] of read('docs/commands.md').matchAll(/^\| (`.+?) \| (?:these|all) /gm))
  for (const [, servers = ''] of which.matchAll(/`([^`]+)`/g)) add(`alert assign "Night watch" ${servers}`);
for (const { example } of operations) add(example);
for (const { words, fields } of operations) {
  if ('line' in fields) add(`${words.join(' ')} ${fields.line?.example}`);
  if ('commands' in fields) add(`${words.join(' ')} "${fields.commands?.example}"`);
}

const skydesk = await skydeskOfFile();
beforeAll(async () => {
  // The lines with a number are about a change that is in effect and ends by itself.
  const line = 'firewall create de1 va1 source=10.0.0.0/28 destination=10.1.0.0/28 why="Backup" ends=2h';
  const request = await skydesk.ask('ana', line);
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
});

test('the pages print lines to type', () => {
  expect(printed.size).toBeGreaterThan(70);
  for (const line of Object.keys(meant)) expect([...printed.keys()]).toContain(line);
});

test.each([...printed])('%s', async (key, { line, as }) => {
  const { slack } = skydesk;
  await slack.dismiss(as, true);
  const before = slack.cursor();
  await slack.type(as, 'cloud-ops', /^[/@]/.test(line) ? line : `/cloud ${line}`);
  await skydesk.settled();
  const said = slack
    .journal(before)
    .flatMap(({ kind, data }) =>
      kind === 'message.posted' || kind === 'message.changed' ? [shownAs(asObject(data.message))] : [],
    )
    .join('\n');
  const form = JSON.stringify(slack.views(as).at(-1)?.blocks ?? []);
  expect(said + form).not.toBe('[]');
  if (meant[key] !== undefined) expect(said).toContain(meant[key]);
  else expect(said + form).not.toMatch(/❌|Which \w+ is “(?!.*It fits)|[Ww]hich one|Did you mean/s);
});
