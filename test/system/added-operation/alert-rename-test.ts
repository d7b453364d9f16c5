import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import { help } from '../../../src/commands/parse/help.ts';
import { formOf, parseCommand } from '../../../src/commands/parse/parse-command.ts';
import type { Context } from '../../../src/operations/shared/context.ts';
import { fingerprint, readSnapshot } from '../../../src/requests/read-snapshot.ts';
import { contextAt } from '../../unit/operations/at-local-cloud.ts';

let cloud: LocalCloud;
let context: Context;
beforeAll(async () => {
  cloud = await startLocalCloud();
  context = await contextAt(cloud);
});
afterAll(() => cloud.close());

/** Does what a line says; the command that undoes it. */
async function run(line: string) {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(parsed.kind);
  const outcome = await (await parsed.prepared.resolve(context)).run();
  return 'answer' in outcome ? outcome.inverse() : undefined;
}
const names = () => cloud.control.state().alertPolicies.map(({ name }) => name);

test('a policy gets another name, until it is undone, unless somebody renamed it since', async () => {
  const before = names();
  const inverse = await run('alert rename "Disk 80" "Disk full"');
  expect(names()).toContain('Disk full');
  if (!inverse) throw new Error('It can be undone');
  const left = fingerprint(await readSnapshot(inverse.subject, context));
  await run(inverse.line);
  expect(names()).toEqual(before);
  expect(fingerprint(await readSnapshot(inverse.subject, context))).not.toBe(left);
});

test('it has a form and help', () => {
  expect(formOf(parseCommand('alert rename'))).toMatchObject({ operation: 'alert.rename' });
  expect(JSON.stringify(help([{ text: 'alert' }, { text: 'rename' }]))).toContain(
    'alert rename \\"Disk 80\\"',
  );
});
