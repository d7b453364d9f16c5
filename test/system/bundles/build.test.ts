import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../../scripts/build.ts';

test('a build removes no file of a running local Slack', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  try {
    await writeFile(path.join(dist, 'page'), 'of the local Slack');
    await writeFile(path.join(dist, 'worker.js'), 'of the build before');
    await build({ dist });
    await build({ dist });
    expect((await readdir(dist)).sort()).toEqual([
      'archiver.js',
      'ca.pem',
      'draw-picture.js',
      'emoji.json',
      'gateway.js',
      'lato-400.woff2',
      'lato-700.woff2',
      'mcp.js',
      'package.json',
      'page',
      'policy.json',
      'receiver.js',
      'resvg.wasm',
      'runbooks.json',
      'sweeper.js',
      'worker.js',
    ]);
  } finally {
    await rm(dist, { recursive: true });
  }
});
