import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { type Skydesk, startSkydesk } from '../local/skydesk.ts';
import { build, watchOfEmulator } from './build.ts';
import { type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { buildPage } from './page.ts';
import { animatedApproval } from './screenshots/animation.ts';
import { launchChromium } from './screenshots/chromium.ts';
import { answerTo, docsMoments } from './screenshots/docs-moments.ts';
import type { Moment } from './screenshots/moment.ts';
import { openWindow, stableShot } from './screenshots/open-window.ts';

const docsFolder = path.join(import.meta.dirname, '../docs/screenshots');

const animation = 'approval';
const docsNames = [...docsMoments.map(({ name }) => name), animation];

/** Size of a phone in CSS pixels. */
const phone = { width: 390, height: 844 };

/** Timeout for the appearance of a button or a text, in milliseconds. */
const patienceMs = 15_000;

const commandLine = {
  name: 'screenshots',
  summary: `Plays scenes in a browser, and writes the pictures of the docs to docs/screenshots: a PNG of each scene, and an
animated GIF of an approval.`,
  examples: [
    ['-- --folder /tmp/pictures --line "/cloud alert list"', 'the answer to a line'],
    ['-- --folder /tmp/pictures', 'every scene, light and dark, on a desktop and a phone'],
  ],
  options: {
    only: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      description: `one of them: ${docsNames.join(', ')}; can be repeated`,
    },
    folder: {
      type: 'string',
      value: 'FOLDER',
      description: 'writes each scene to this folder instead, light and dark, on a desktop and a phone',
    },
    line: { type: 'string', value: 'LINE', description: 'with --folder: what this line of Ana is answered' },
    press: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      description: 'then presses this button of the answer, or of the modal that it opened; can be repeated',
    },
  },
} as const satisfies CommandLine;

/** Plays a moment in new windows. Resolves to the window of the screenshot. */
async function play(context: BrowserContext, skydesk: Skydesk, moment: Moment): Promise<Page> {
  const { person, place, size } = moment;
  const open = (who: string, where: string) => openWindow(context, skydesk.url, who, where);
  const page = await open(person, place);
  await page.setViewportSize(size);
  await moment.play(page, { open, skydesk });
  await page.mouse.move(0, 0);
  return page;
}

/** Writes a page as a light and a dark picture, in the sizes of a desktop and a phone. */
async function writeVariants(page: Page, { name, size: desktop }: Moment, folder: string): Promise<void> {
  for (const [device, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await writeFile(path.join(folder, `${name}-${device}-${colorScheme}.png`), await stableShot(page));
    }
  }
}

await runCommand(commandLine, async ({ values: { only = docsNames, folder, line, press = [] } }) => {
  const unknown = only.find((name) => !docsNames.includes(name));
  if (unknown) throw new UsageError(`There is no picture “${unknown}”; there are ${docsNames.join(', ')}.`);
  if (line !== undefined && folder === undefined) throw new UsageError('--line needs --folder.');
  const named = docsMoments.filter(({ name }) => only.includes(name));
  const moments = line === undefined ? named : [answerTo(line, press)];
  await build({ watch: watchOfEmulator });
  await buildPage();
  await mkdir(folder ?? docsFolder, { recursive: true });
  const [skydesk, browser] = await Promise.all([startSkydesk({ holdBack: true }), launchChromium()]);
  try {
    for (const moment of moments) {
      process.stdout.write(`${moment.name}\n`);
      skydesk.cloud?.control.set({ firewallPendingMs: 0 });
      const context = await browser.newContext();
      context.setDefaultTimeout(patienceMs);
      const page = await play(context, skydesk, moment);
      if (folder !== undefined) await writeVariants(page, moment, folder);
      else await writeFile(path.join(docsFolder, `${moment.name}.png`), await stableShot(page));
      await context.close();
      await skydesk.settled();
      await skydesk.inspector.reset();
    }
    if (folder === undefined && only.includes(animation))
      await writeFile(path.join(docsFolder, `${animation}.gif`), await animatedApproval(browser, skydesk));
  } finally {
    await browser.close();
    await skydesk.close();
  }
});
