import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-wasm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyPictureFiles } from '../../../scripts/build.ts';
import { drawPicture, pictureFiles } from '../../../src/picture/draw-picture.ts';
import { measure } from '../../../src/picture/measure-text.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  await copyPictureFiles(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const end = { place: 'DE1 · ACME', ranges: ['10.0.0.0/8'], more: 0, addresses: 2 ** 24 };
const picture = { name: '#1', risk: 7, path: { from: end, to: end, ports: ['all ports'], services: [] } };

test('a picture is a PNG, twice as large as its SVG', async () => {
  const png = Buffer.from(await drawPicture(picture, folder));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(960);
  expect(await drawPicture(picture, folder)).toEqual(new Uint8Array(png));
});

test('text is measured at least as wide as the font renders it', async () => {
  await drawPicture(picture, folder);
  const fontBuffers = await Promise.all(
    pictureFiles.fonts.map(async (font) => new Uint8Array(await readFile(path.join(folder, font)))),
  );
  const characters = fc.constantFrom(
    ...Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)),
    ...'·–…×',
  );
  const words = fc.string({ unit: characters, minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.boolean(), (text, isBold) => {
      // Spaces around the text would not be rendered.
      const shown = `|${text}|`.replace(/[<>&]/g, (sign) => `&#${sign.codePointAt(0)};`);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="60" font-family="Lato"><text xml:space="preserve" y="40" font-size="20" font-weight="${isBold ? 700 : 400}">${shown}</text></svg>`;
      const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Lato' } });
      const width = drawing.getBBox()?.width ?? Number.POSITIVE_INFINITY;
      drawing.free();
      expect(width).toBeLessThanOrEqual(measure(`|${text}|`, 20, isBold ? 'bold' : 'regular') + 1);
    }),
    { numRuns: 200 },
  );
});
