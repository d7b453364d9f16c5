import * as esbuild from 'esbuild';
import { root } from './imports.ts';

/** The files that have bytes in a bundle, from the root of the repository; those of packages as well. */
export async function filesInBundle(options: esbuild.BuildOptions): Promise<readonly string[]> {
  const { metafile } = await esbuild.build({ ...options, absWorkingDir: root, write: false, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
}
