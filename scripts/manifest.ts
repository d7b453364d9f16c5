import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadInstallation, creationLink, type Manifest, manifestFor } from './app-manifest.ts';
import { CommandError, runCommand } from './command-line.ts';

const file = path.join(import.meta.dirname, '../slack-manifest.json');

/** Stands in slack-manifest.json for the receiver's address. */
const placeholder = 'https://your-receiver.example';

const help = `Prints the manifest of the Slack app for one receiver, and a link that opens Slack's page for creating it.

  npm run manifest -- --url https://abc123.execute-api.eu-west-1.amazonaws.com

  --url URL         where the receiver is
  --name NAME       the app's name; default Skydesk
  --command /NAME   its slash command; default /cloud (set SLACK_COMMAND for the bot to the same)
  --write           writes slack-manifest.json instead; "npm run fix" does so
`;

const text = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The text of slack-manifest.json. */
export const manifestFile = (): string => text(manifestFor({ url: placeholder }));

/** What to print: `text` for programs, `aside` for people. */
export interface Printed {
  readonly text: string;
  readonly aside: string;
}

const options = {
  url: { type: 'string' },
  name: { type: 'string' },
  command: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

/** The manifest for one receiver. @throws CommandError for what cannot be installed */
export function printed({ url, name, command }: { url?: string; name?: string; command?: string }): Printed {
  if (url === undefined) throw new CommandError(`--url is missing.\n\n${help}`);
  try {
    const manifest = manifestFor({ url, name, command });
    return { text: text(manifest), aside: `Create the app with it: ${creationLink(manifest)}\n` };
  } catch (error) {
    throw error instanceof BadInstallation ? new CommandError(error.message) : error;
  }
}

if (import.meta.main) {
  await runCommand({ name: 'manifest', help, options, allowPositionals: false }, async ({ values }) => {
    if (values.write) return writeFile(file, manifestFile());
    const { text: manifest, aside } = printed(values);
    process.stdout.write(manifest);
    process.stderr.write(aside);
  });
}
