import { setTimeout } from 'node:timers/promises';
import { type Skydesk, startSkydesk } from '../local/skydesk.ts';
import { actInWords } from '../local/story/in-words.ts';
import { perform } from '../local/story/perform.ts';
import { type Scene, story } from '../local/story/scenes.ts';
import { namesIn, workspaceInfoShape } from '../local/terminal/printer.ts';
import { createChangeRenderer } from '../local/terminal/render-changes.ts';
import { hasColours, type Page, paint, truncate } from '../local/terminal/terminal-page.ts';
import { build } from './build.ts';
import { type CommandLine, runCommand } from './command-line/command-line.ts';

const commandLine = {
  name: 'demo',
  summary: `Plays one approval with three people over the built bundles, and prints what changes in Slack: each line once,
however often a message is edited. NO_COLOR=1 prints without colours.`,
  options: { fast: { type: 'boolean', default: false, description: 'does not pause for reading' } },
  variables: { NO_COLOR: 'prints without colours if it is set' },
} as const satisfies CommandLine;

/** Reading time of a line, in milliseconds. */
const readingMs = 250;

const colours = { ana: 'cyan', ben: 'magenta', cora: 'yellow' } as const;

export interface Screen extends Pick<Page, 'width' | 'colours' | 'zone'> {
  /** Prints one line. Resolves when the next one can follow. */
  print(line: string): Promise<void> | void;
}

/** Plays the story with a newly started bot, and prints it. Rejects if a person's step fails. */
export async function playDemo(skydesk: Skydesk, screen: Screen): Promise<void> {
  const { slack } = skydesk;
  if (!slack) throw new Error('The demo needs the local Slack.');
  const page: Page = {
    ...screen,
    now: Date.now(),
    nameOf: namesIn(workspaceInfoShape.parse(slack.info())),
  };
  const changes = createChangeRenderer(page);
  for (const [index, scene] of story.entries()) {
    for (const line of ['', banner(scene, index, page)]) await screen.print(line);
    for (const act of scene.acts) {
      await screen.print(paint(page, colours[scene.person], truncate(`▶ ${actInWords(act)}`, page.width)));
      const cursor = slack.cursor();
      await perform(skydesk, scene, act);
      for (const line of changes(slack.journal(cursor))) await screen.print(line);
    }
  }
  for (const line of ['', ...closing]) await screen.print(line);
}

/** Writes a banner as wide as the page: "━━ 2/7  Ben reviews it ━━━━━". */
function banner({ title, person }: Scene, index: number, page: Page): string {
  const start = `━━ ${index + 1}/${story.length}  ${title} `;
  return paint(page, ['bold', colours[person]], start.padEnd(Math.min(page.width, 100), '━'));
}

const closing = [
  'You saw: a preview with its risk before anything was requested · a smaller range suggested and accepted ·',
  'two approvals by different people · a change that was applied once and ended by itself · the audit log.',
  'Try it yourself in a browser: npm run dev',
];

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { fast } }) => {
    await build();
    const skydesk = await startSkydesk({ holdBack: true });
    const pause = fast || !process.stdout.isTTY ? 0 : readingMs;
    try {
      await playDemo(skydesk, {
        width: Math.min(process.stdout.columns || 100, 120),
        colours: hasColours(process.stdout, process.env),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        async print(line) {
          process.stdout.write(`${line}\n`);
          if (pause > 0) await setTimeout(pause);
        },
      });
    } finally {
      await skydesk.close();
    }
  });
}
