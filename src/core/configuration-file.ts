import { existsSync, readFileSync } from 'node:fs';

/** The folder of a Lambda layer with the configuration of this deployment; without one, the build leaves it beside the bundle. */
const layer = process.env.CONFIG_FOLDER;

/**
 * Returns the text of a file of the configuration, while modules load: a bundle in CommonJS can't wait for it. Undefined in a process that
 * was not built.
 * @throws Error of Node, with the path, if there is a layer and it lacks the file
 */
export function configurationFile(name: 'policy.json' | 'runbooks.json' | 'ca.pem'): string | undefined {
  const file = `${layer || import.meta.dirname}/${name}`;
  return layer || existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
