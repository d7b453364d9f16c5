import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Skydesk, startSkydesk } from '../../local/skydesk.ts';

const root = path.join(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const tryIt = path.join(root, 'scripts/try.ts');

let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await startSkydesk();
});
afterAll(() => skydesk.close());

test('the transcript on the first screen is what one sees', async () => {
  const shown = /```console\n\$ npm run try -- "alert assign[^\n]*\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tryIt, "alert assign 'Night watch' jump", '--press', 'Confirm', '--url', skydesk.url],
    { env: { NO_COLOR: '1' } },
  );
  expect(shown).toContain('Please confirm');
  expect(stdout.trim()).toBe(shown.trim());
});
