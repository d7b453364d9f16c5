import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { drawPath } from './draw-path.ts';
import type { PathPicture } from './traffic-path.ts';

/** The files of the renderer and its fonts, in the folder of the bundle. */
export const pictureFiles = {
  renderer: 'resvg.wasm',
  fonts: ['lato-400.woff2', 'lato-700.woff2'],
} as const;

/** Pixels of the PNG per SVG pixel, for screens with a high resolution. */
const zoom = 2;

let loaded: Promise<Uint8Array[]> | undefined;

/** Reads the renderer and the fonts once per process, which takes a third of a second. The next call retries after a failure. */
async function load(folder: string): Promise<Uint8Array[]> {
  const [renderer, ...fonts] = await Promise.all(
    [pictureFiles.renderer, ...pictureFiles.fonts].map((file) => readFile(path.join(folder, file))),
  );
  await initWasm(renderer ?? new Uint8Array());
  return fonts;
}

/** Draws a picture as PNG. `folder` contains the `pictureFiles`. */
export async function drawPicture(picture: PathPicture, folder: string): Promise<Uint8Array> {
  loaded ??= load(folder).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const fontBuffers = await loaded;
  const drawing = new Resvg(drawPath(picture), {
    font: { fontBuffers, defaultFontFamily: 'Lato' },
    fitTo: { mode: 'zoom', value: zoom },
  });
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}
