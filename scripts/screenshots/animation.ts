import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Skydesk } from '../../local/skydesk.ts';
import { type Act, type Scene, story } from '../../local/story/scenes.ts';
import { openWindow, stableShot } from './open-window.ts';

/** Size of the picture in pixels. */
const size = { width: 960, height: 664 };

/** The scenes until the change is applied: a looping picture has to be short. */
const scenes = story.slice(0, 4);

const colours = { ana: '#1264a3', ben: '#611f69', cora: '#8a5a00' } as const;

/** Returns the style that puts the title of a scene above the page, in its person's colour. */
const captionOf = ({ title, person }: Scene, index: number): string => `
  body::before {
    content: ${JSON.stringify(`${index + 1}/${scenes.length}  ${title}`)}; white-space: pre;
    position: fixed; inset: 0 0 auto; z-index: 1000000; padding: 0 20px;
    background: ${colours[person]}; color: #fff; font: 700 18px/44px Lato;
  }
  #root { box-sizing: border-box; padding-top: 44px; }`;

const ringStyle =
  'box-sizing: content-box; border: 4px solid #e8b339; border-radius: 8px; z-index: 1000000; pointer-events: none;';

/** Reading time of a frame, in milliseconds. */
const delays = { before: 1400, after: 2600, end: 5000 };

interface Frame {
  readonly png: Buffer;
  readonly delay: number;
}

/** Plays an approval on the page. Resolves to an animated GIF of it. Rejects if a button or field is missing. */
export async function animatedApproval(browser: Browser, skydesk: Skydesk): Promise<Buffer> {
  const context = await browser.newContext({ viewport: size });
  const frames: Frame[] = [];
  try {
    for (const [index, scene] of scenes.entries())
      for await (const frame of play(context, skydesk, scene, captionOf(scene, index))) frames.push(frame);
  } finally {
    await context.close();
  }
  const delay = frames.map((frame, index) => (index === frames.length - 1 ? delays.end : frame.delay));
  return sharp(
    frames.map(({ png }) => png),
    { join: { animated: true } },
  )
    .gif({ delay, loop: 0, effort: 10, colours: 256, reuse: false, dither: 0, interFrameMaxError: 2 })
    .toBuffer();
}

/** Yields the acts of one person as frames, before and after each act. */
async function* play(
  context: BrowserContext,
  skydesk: Skydesk,
  scene: Scene,
  caption: string,
): AsyncGenerator<Frame> {
  const page = await openWindow(context, skydesk.url, scene.person, scene.place);
  await page.addStyleTag({ content: caption });
  for (const act of scene.acts) {
    if (act.kind === 'wait') continue;
    const target = await prepare(page, act);
    const ring = act.kind === 'type' ? '' : await ringAround(page, target);
    yield { png: await stableShot(page, ring), delay: delays.before };
    if (act.kind === 'type') await target.press('Enter');
    else await target.click();
    await page.mouse.move(0, 0);
    await skydesk.settled({ delayed: true });
    yield { png: await stableShot(page), delay: delays.after };
  }
  await page.close();
}

/** Types or fills in the input of an act. Resolves to the element that carries it out. */
async function prepare(page: Page, act: Exclude<Act, { kind: 'wait' }>): Promise<Locator> {
  if (act.kind === 'type') {
    const composer = page.getByRole('combobox', { name: /^Message/ });
    await composer.fill(act.line);
    await composer.press('Escape');
    return composer;
  }
  if (act.kind === 'press') return page.getByRole('button', { name: act.button, exact: true }).last();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(act.values)) await dialog.getByLabel(label).fill(value);
  return dialog.getByRole('button', { name: act.button, exact: true });
}

/** Returns the style of a ring around the next button to click. */
async function ringAround(page: Page, target: Locator): Promise<string> {
  await target.scrollIntoViewIfNeeded();
  await stableShot(page);
  const box = await target.boundingBox();
  if (!box) throw new Error('The button is not in view');
  const place = `left: ${box.x - 4}px; top: ${box.y - 4}px; width: ${box.width}px; height: ${box.height}px;`;
  return `body::after { content: ''; position: fixed; ${place} ${ringStyle} }`;
}
