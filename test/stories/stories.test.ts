import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startLocalCloud } from '../../local/cloud/index.ts';
import { between } from '../../scripts/derived/page-marks.ts';
import { quick } from '../support/seeded.ts';
import { stories } from './stories.ts';
import { Storyteller } from './storyteller.ts';

/* The pages of docs/stories are what Skydesk does. `npx vitest run --project stories -u` writes them again. */

const folder = path.join(import.meta.dirname, '../../docs/stories');

/** The emulator has the time of the story, since its sample data depends on the month. */
let now = (): number => 0;
const cloud = await startLocalCloud({ clock: () => now() });
afterAll(cloud.close);

test.each(stories.map((story, at) => ({ ...story, next: stories[at + 1] })))(
  '$name: the page has all that happens, on a screen',
  async ({ name, title, summary, play, next }) => {
    const teller = new Storyteller(cloud);
    now = () => teller.bot.now();
    cloud.control.reset();
    cloud.control.set(quick);
    await play(teller);
    const on = next ? ` · Next: [${next.title}](${next.name}.md)` : '';
    const links = `[Up: Stories](README.md) · [How to read it](README.md#how-to-read-them)${on}`;
    const page = `# ${title}\n\n${summary}\n\n${links}\n\n\`\`\`text\n${teller.text}\n\`\`\`\n`;
    await expect(page).toMatchFileSnapshot(path.join(folder, `${name}.md`));
    expect(page.split('\n').length).toBeLessThanOrEqual(76);
  },
);

test('the index lists the stories', async () => {
  const rows = stories.map(({ name, title, summary }) => {
    return `| [${title}](${name}.md) | ${summary.replaceAll('\n', ' ')} |`;
  });
  const file = path.join(folder, 'README.md');
  const table = ['| story | what happens |', '| --- | --- |', ...rows].join('\n');
  await expect(between(readFileSync(file, 'utf8'), 'stories', table)).toMatchFileSnapshot(file);
});
