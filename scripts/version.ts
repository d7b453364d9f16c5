import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { stamped } from './release/changelog.ts';

const changelog = path.join(import.meta.dirname, '../CHANGELOG.md');

const commandLine = {
  name: 'version',
  summary: 'Writes today into the changelog, as the day of the new version. npm version runs it.',
  options: {},
} as const satisfies CommandLine;

await runCommand(commandLine, async () =>
  writeFile(changelog, stamped(await readFile(changelog, 'utf8'), packageJson.version, new Date())),
);
