import { strToU8, zipSync } from 'fflate';
import packageJson from '../../package.json' with { type: 'json' };
import type { Configuration } from './read-configuration.ts';

/**
 * The folder of a layer: functions of another version don't find it there (`CONFIG_FOLDER` in serverless.yml), so what a
 * function uses was checked and completed by the same version.
 */
export const layerFolder = `configuration-${packageJson.version}`;

/** The first moment that a zip can have, so that two zips of the same files are equal. */
const mtime = new Date(1980, 0, 1);

/** Returns the zip of a Lambda layer with this configuration, which Lambda unpacks into /opt. */
export const layerOf = (configuration: Configuration): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(configuration).map(([name, text]) => [
        `${layerFolder}/${name}`,
        // Lambda's user has to be able to read it.
        [strToU8(text), { mtime, os: 3, attrs: 0o644 << 16 }],
      ]),
    ),
  );
