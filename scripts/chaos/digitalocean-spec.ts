import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '../command-line/command-line.ts';

const main = 'DigitalOcean-public.v2.yaml';

/**
 * Opens DigitalOcean's specification: a folder that has it, or an archive, which is unpacked into a folder of its own until `close`.
 * @throws CommandError if it isn't there
 */
export function openSpecification(place: string): { readonly folder: string; close(): void } {
  if (!existsSync(place)) throw new CommandError(`There is no ${place}.`);
  if (statSync(place).isDirectory()) return { folder: folderOf(place, place), close() {} };
  const unpacked = mkdtempSync(path.join(tmpdir(), 'digitalocean-spec-'));
  const close = (): void => rmSync(unpacked, { recursive: true });
  const { status } = spawnSync('tar', ['xzf', path.resolve(place), '-C', unpacked]);
  if (status !== 0) {
    close();
    throw new CommandError(`${place} can't be unpacked.`);
  }
  return { folder: folderOf(unpacked, place), close };
}

function folderOf(place: string, given: string): string {
  const found = readdirSync(place, { recursive: true, encoding: 'utf8' }).find(
    (file) => path.basename(file) === main,
  );
  if (found === undefined) throw new CommandError(`${given} has no ${main}.`);
  return path.resolve(place, path.dirname(found));
}
