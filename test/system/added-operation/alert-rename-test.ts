import { expect, test } from 'vitest';
import { help } from '../../../src/command-line/help.ts';
import { formOf, parseCommand } from '../../../src/command-line/parse-command.ts';
import { fingerprint, readSnapshot } from '../../../src/evaluate/read-snapshot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

/** Runs a line; resolves to the command that undoes it. */
async function run(line: string) {
  const outcome = await (await resolve(line, context)).run();
  return 'answer' in outcome ? outcome.inverse() : undefined;
}
const names = () => cloud.control.state().alertPolicies.map(({ name }) => name);

test('a policy has another name until that is undone, unless somebody has renamed it since', async () => {
  const before = names();
  const inverse = await run('alert rename "Disk 80" "Disk full"');
  expect(names()).toContain('Disk full');
  if (!inverse) throw new Error('It can be undone');
  const left = fingerprint(await readSnapshot(inverse.subject, context));
  await run(inverse.line);
  expect(names()).toEqual(before);
  expect(fingerprint(await readSnapshot(inverse.subject, context))).not.toBe(left);
});

test('the operation has a form and help', () => {
  expect(formOf(parseCommand('alert rename'))).toMatchObject({ operation: 'alert.rename' });
  expect(JSON.stringify(help([{ text: 'alert' }, { text: 'rename' }]))).toContain(
    'alert rename \\"Disk 80\\"',
  );
});
