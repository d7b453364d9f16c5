import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import { formOf } from '../../../src/commands/parse/form.ts';
import { submit } from '../../../src/commands/parse/parse-command.ts';
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
  const submitted = submit(line);
  if ('answer' in submitted) throw new Error(JSON.stringify(submitted.answer));
  const outcome = await (await submitted.prepared.resolve(context)).run();
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
  expect(formOf('alert rename')).toMatchObject({ operation: 'alert.rename' });
  expect(JSON.stringify(submit('help alert rename'))).toContain('alert rename \\"Disk 80\\"');
});
