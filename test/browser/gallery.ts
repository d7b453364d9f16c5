import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { servePage } from '../../local/page-server.ts';
import { buildPage } from '../../scripts/page.ts';

/** A picture of one pixel, in place of each that was uploaded to Slack. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A page with these blocks only, built and served like the local page. */
export async function startGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gallery-'));
  await buildPage(path.join(import.meta.dirname, 'gallery'), folder);
  const { url, close } = await listenOnLoopback(
    servePage((request, response) => {
      if (request.url?.startsWith('/files/')) response.setHeader('content-type', 'image/png').end(pixel);
      else response.writeHead(404).end();
    }, folder),
  );
  return {
    url: `${url}/`,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
