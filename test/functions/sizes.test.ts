import { statSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { describe, expect, test } from 'vitest';
import { optionsOf } from '../../scripts/build.ts';

const size = (name: string): number => statSync(path.join(import.meta.dirname, `../../dist/${name}.js`)).size;

/** The packages that have bytes in a bundle. */
async function packagesIn(name: 'receiver' | 'worker'): Promise<ReadonlySet<string>> {
  const { metafile } = await esbuild.build({ ...optionsOf(name), write: false, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return new Set(
    inputs.flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []) : [],
    ),
  );
}

describe('the receiver', () => {
  test('is at most 160 KB, for its load is part of the acknowledgement', () => {
    expect(size('receiver')).toBeLessThanOrEqual(160 * 1024);
  });

  test('holds neither a schema library, nor an HTTP client or server, nor an SDK of AWS', async () => {
    const packages = await packagesIn('receiver');
    expect(packages).toContain('@slack/bolt');
    const heavy = /^(zod|ky|axios|express|@aws-sdk\/.*|@smithy\/.*|@slack\/(oauth|socket-mode))$/;
    expect([...packages].filter((name) => heavy.test(name))).toEqual([]);
  });
});

test('the worker holds what the receiver must not, so the names above are the right ones', async () => {
  const packages = await packagesIn('worker');
  for (const name of ['zod', 'ky', '@aws-sdk/client-sqs', '@smithy/core']) expect(packages).toContain(name);
});
