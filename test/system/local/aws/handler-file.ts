import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createLambda, type Lambda, type LambdaOptions } from '../../../../local/aws/index.ts';

/** Writes a CommonJS bundle for the running test; resolves to the path of the file. */
export async function bundleOf(source: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'index.js');
  await writeFile(file, source);
  return file;
}

/** A function whose whole bundle is `source`, for the running test. */
export async function lambdaOf(source: string, options: Partial<LambdaOptions> = {}): Promise<Lambda> {
  const lambda = createLambda({ name: 'probe', bundle: await bundleOf(source), environment: {}, ...options });
  onTestFinished(() => lambda.close());
  return lambda;
}
