import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { servePage } from '../../local/page-server.ts';
import { buildPage } from '../../scripts/page.ts';

/** A page that shows given blocks alone, built and served as the local page is. */
export async function startGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gallery-'));
  await buildPage(path.join(import.meta.dirname, 'gallery'), folder);
  const server = createServer(servePage((_, response) => response.writeHead(404).end(), folder));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
