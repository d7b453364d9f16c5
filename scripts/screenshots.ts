import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startSkydesk } from '../local/skydesk.ts';
import { buildHere } from './build.ts';
import { launchChromium } from './chromium.ts';
import { type CommandLine, runCommand, UsageError } from './command-line.ts';
import { buildPage } from './page.ts';
import { animatedApproval } from './screenshots/animation.ts';
import { type Moment, moments } from './screenshots/moments.ts';
import { openWindow, stableShot } from './screenshots/open-window.ts';

const folder = path.join(import.meta.dirname, '../docs/screenshots');

const animation = 'approval';
const names = [...moments.map(({ name }) => name), animation];

const commandLine = {
  name: 'screenshots',
  summary: `Plays scenes in a browser, and writes the pictures of the docs to docs/screenshots: a PNG of each scene, and an
animated GIF of an approval.`,
  options: {
    only: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      description: `one of them: ${names.join(', ')}; can be repeated`,
    },
  },
} as const satisfies CommandLine;

async function shoot(browser: Browser, url: string, moment: Moment): Promise<void> {
  const { name, person, place, width, height } = moment;
  const context = await browser.newContext({ viewport: { width, height } });
  const open = (who: string, where: string) => openWindow(context, url, who, where);
  const page = await open(person, place);
  await moment.play(page, open);
  await page.mouse.move(0, 0);
  await writeFile(path.join(folder, `${name}.png`), await stableShot(page));
  await context.close();
}

await runCommand(commandLine, async ({ values: { only = names } }) => {
  const unknown = only.find((name) => !names.includes(name));
  if (unknown) throw new UsageError(`There is no picture “${unknown}”; there are ${names.join(', ')}.`);
  await buildHere();
  await buildPage();
  await mkdir(folder, { recursive: true });
  const [skydesk, browser] = await Promise.all([startSkydesk({ holdBack: true }), launchChromium()]);
  try {
    skydesk.cloud?.control.set({ firewallPendingMs: 0 });
    for (const moment of moments.filter(({ name }) => only.includes(name))) {
      await shoot(browser, skydesk.url, moment);
      await skydesk.inspector.reset();
    }
    if (only.includes(animation)) {
      await writeFile(path.join(folder, `${animation}.gif`), await animatedApproval(browser, skydesk));
    }
  } finally {
    await browser.close();
    await skydesk.close();
  }
});
