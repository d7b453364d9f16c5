import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Skydesk, startSkydesk } from '../../local/skydesk.ts';
import { runScript } from '../unit/scripts/run-script.ts';

const root = path.join(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await startSkydesk();
});
afterAll(() => skydesk.close());

test('the transcript on the first screen is what one sees', async () => {
  const shown = /```console\n\$ npm run try -- "alert assign[^\n]*\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const line = "alert assign 'Night watch' jump";
  const { out } = await runScript('scripts/try.ts', [line, '--press', 'Confirm', '--url', skydesk.url]);
  expect(shown).toContain('Please confirm');
  expect(out.trim()).toBe(shown.trim());
});
