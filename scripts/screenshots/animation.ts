import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Skydesk } from '../../local/skydesk.ts';
import { type Act, type Scene, story } from '../../local/story/scenes.ts';
import { openWindow, stableShot } from './open-window.ts';

/** Size of the picture in pixels: the page, with a caption above it. */
const size = { width: 960, page: 620, caption: 44 };

/** The scenes until the change is applied: a looping picture has to be short. */
const scenes = story.slice(0, 4);

const colours = { ana: '#1264a3', ben: '#611f69', cora: '#8a5a00' } as const;

const captionStyle = `position: fixed; inset: 0; padding: 0 20px; color: #fff; font: 700 18px/${size.caption}px Lato;`;

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
  const context = await browser.newContext({ viewport: { width: size.width, height: size.page } });
  const frames: Frame[] = [];
  try {
    for (const [index, scene] of scenes.entries()) {
      const caption = await captionOf(context, skydesk.url, scene, index);
      for await (const { png, delay } of play(context, skydesk, scene)) {
        frames.push({ png: await withCaption(png, caption), delay });
      }
    }
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

/**
 * Yields the acts of one person as frames, before and after each act. A button that asks first is answered with yes. Rejects if the
 * last act leaves a dialog open, since the act then did not happen.
 */
async function* play(context: BrowserContext, skydesk: Skydesk, scene: Scene): AsyncGenerator<Frame> {
  const page = await openWindow(context, skydesk.url, scene.person, scene.place);
  const question = page.getByRole('alertdialog');
  for (const act of scene.acts) {
    if (act.kind === 'wait') continue;
    const target = await prepare(page, act);
    if (act.kind === 'type') {
      yield { png: await stableShot(page), delay: delays.before };
      await target.press('Enter');
    } else {
      yield await pointedAt(page, target);
      await target.click();
    }
    await page.mouse.move(0, 0);
    await skydesk.settled({ delayed: true });
    if (await question.isVisible()) {
      const yes = question.getByRole('button').last();
      yield await pointedAt(page, yes);
      await yes.click();
      await skydesk.settled({ delayed: true });
    }
    yield { png: await stableShot(page), delay: delays.after };
  }
  if (await page.getByRole('dialog').or(question).first().isVisible())
    throw new Error(`“${scene.title}” ends with an open dialog.`);
  await page.close();
}

/** Takes a frame with a ring around the button that is clicked next. */
async function pointedAt(page: Page, target: Locator): Promise<Frame> {
  await drawRing(page, target);
  const png = await stableShot(page);
  await page.evaluate("document.getElementById('ring')?.remove()");
  return { png, delay: delays.before };
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

/** Draws a ring around the next button to click. It is a part of the page, since the page rerenders its buttons. */
async function drawRing(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await stableShot(page);
  const box = await target.boundingBox();
  if (!box) throw new Error('The button is not in view');
  const style = JSON.stringify(
    `position: fixed; left: ${box.x - 4}px; top: ${box.y - 4}px; width: ${box.width}px; height: ${box.height}px; ${ringStyle}`,
  );
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('div'), { id: 'ring', style: ${style} }))`,
  );
}

/** Renders the title of a scene in its person's colour, with the fonts of the page. PNG. */
async function captionOf(context: BrowserContext, url: string, scene: Scene, index: number): Promise<Buffer> {
  const page = await openWindow(context, url, scene.person, scene.place);
  await page.setViewportSize({ width: size.width, height: size.caption });
  const text = JSON.stringify(`${index + 1}/${scenes.length}  ${scene.title}`);
  const style = JSON.stringify(`background: ${colours[scene.person]}; ${captionStyle}`);
  await page.evaluate(`document.body.replaceChildren(
    Object.assign(document.createElement('div'), { textContent: ${text}, style: ${style} }),
  )`);
  const png = await stableShot(page);
  await page.close();
  return png;
}

const withCaption = (png: Buffer, caption: Buffer): Promise<Buffer> =>
  sharp(png)
    .extend({ top: size.caption })
    .composite([{ input: caption, left: 0, top: 0 }])
    .png()
    .toBuffer();
