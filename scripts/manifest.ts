import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadInstallation, creationLink, type Manifest, manifestFor } from './app-manifest.ts';
import { type CommandLine, runCommand, UsageError } from './command-line.ts';

const file = path.join(import.meta.dirname, '../slack-manifest.json');

/** Stands in slack-manifest.json for the receiver's address. */
const placeholder = 'https://your-receiver.example';

const text = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The text of slack-manifest.json. */
export const manifestFile = (): string => text(manifestFor({ url: placeholder }));

/** What to print: `text` for programs, `aside` for people. */
export interface Printed {
  readonly text: string;
  readonly aside: string;
}

const commandLine = {
  name: 'manifest',
  summary:
    "Prints the manifest of the Slack app for one receiver, and a link to Slack's page that creates it.",
  examples: [
    ['-- --url https://abc123.execute-api.eu-west-1.amazonaws.com', ''],
    ['-- --url https://abc123.execute-api.eu-west-1.amazonaws.com --mcp', 'with Slackbot'],
  ],
  options: {
    url: { type: 'string', value: 'URL', description: 'address of the receiver' },
    name: { type: 'string', value: 'NAME', description: "the app's name; default Skydesk" },
    command: {
      type: 'string',
      value: '/NAME',
      description: 'its slash command; default /cloud. SLACK_COMMAND of the functions must be the same',
    },
    mcp: {
      type: 'boolean',
      default: false,
      description: 'lets Slackbot call the MCP endpoint of a deployment with --param="mcp=true"',
    },
    write: {
      type: 'boolean',
      default: false,
      description: 'writes slack-manifest.json, as npm run fix does',
    },
  },
} as const satisfies CommandLine;

/** The manifest for one receiver. @throws UsageError for what can't be installed */
export function printed({
  url,
  name,
  command,
  mcp,
}: {
  url?: string;
  name?: string;
  command?: string;
  mcp?: boolean;
}): Printed {
  if (url === undefined) throw new UsageError('--url is missing: the address of the receiver.');
  try {
    const manifest = manifestFor({ url, name, command, mcp });
    return { text: text(manifest), aside: `Create the app with it: ${creationLink(manifest)}\n` };
  } catch (error) {
    throw error instanceof BadInstallation ? new UsageError(error.message) : error;
  }
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values }) => {
    if (values.write) return writeFile(file, manifestFile());
    const { text: manifest, aside } = printed(values);
    process.stdout.write(manifest);
    process.stderr.write(aside);
  });
}
