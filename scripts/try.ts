import * as z from 'zod';
import { withoutApiKeys } from '../local/inspector/mask.ts';
import { asObject, asString, type Json, type JsonObject } from '../local/slack/payload/json.ts';
import { printer, workspaceInfoShape } from '../local/terminal/printer.ts';
import { CommandError, type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { devUrl, urlFlag } from './dev/dev-url.ts';

/** Timeout of an answer, in milliseconds. */
const timeoutMs = 150_000;

const entriesShape = z.array(
  z.object({ cursor: z.number(), kind: z.string(), data: z.record(z.string(), z.json()) }),
);
type Seen = z.infer<typeof entriesShape>[number];

const ackShape = z.object({ ok: z.boolean() }).nullable();

const commandLine = {
  name: 'try',
  summary: 'Types a line to Skydesk as a person of the local Slack, and prints what that person then sees.',
  examples: [
    ['-- "alert list"', 'the /cloud in front is optional'],
    ['-- "alert delete \'Disk 80\'" --press Cancel', 'presses a button of the answer'],
    ['-- "approvals" --as ben --press Review --press Approve', 'and one of the modal that this opens'],
    ['-- --mcp tools', 'lists the tools of the MCP endpoint'],
    ['-- --mcp alert_show', 'shows what one of them takes'],
    [`-- --mcp 'alert_show {"policy":"Disk 80"}'`, 'has Slackbot call it'],
  ],
  words: 'LINE',
  options: {
    as: {
      type: 'string',
      default: 'ana',
      value: 'PERSON',
      description: 'who types: ana (default), ben, cora, vic, gus or sam',
    },
    in: {
      type: 'string',
      default: 'cloud-ops',
      value: 'CHANNEL',
      description:
        'where: cloud-ops (default), approvals, general, war-room, dm for Skydesk itself, or slackbot',
    },
    mcp: {
      type: 'boolean',
      default: false,
      description: 'types to Slackbot: “tools”, the name of a tool, or its name with arguments as JSON',
    },
    press: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      description: 'then presses this button of what came of it, also of a modal; can be repeated',
    },
    fill: {
      type: 'string',
      multiple: true,
      value: 'LABEL=VALUE',
      description: 'enters this into the modal before its first button is pressed; can be repeated',
    },
    delayed: { type: 'boolean', default: false, description: 'also waits for what Skydesk does later' },
    json: {
      type: 'boolean',
      default: false,
      description: 'prints what happened as JSON, one entry per line',
    },
    url: urlFlag,
  },
  variables: { PORT: 'port of “npm run dev”, without --url; default 3000' },
} as const satisfies CommandLine;

/** Returns a client of the local Slack's control API in another process, for one person. */
function clientOf(url: string, person: string) {
  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${url}/_control/${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error: unknown) => {
        if (error instanceof DOMException)
          throw new CommandError(`Skydesk didn't finish within ${timeoutMs / 1000} s.`);
        throw new CommandError(`Nothing listens at ${url}. Start it with: npm run dev`);
      },
    );
  const ask = async (path: string, query = {}, init: RequestInit = {}): Promise<Json> => {
    const response = await send(`${path}?${new URLSearchParams(query)}`, init);
    const answer = z.json().parse(
      await response.json().catch(() => {
        throw new CommandError(`The server at ${url} isn't “npm run dev”.`);
      }),
    );
    if (response.ok) return answer;
    const sentence = asString(asObject(answer).error);
    // Flags name the person and the channel, so a wrong one is a usage error. The buttons depend on Skydesk's answers.
    throw path === 'type' ? new UsageError(sentence) : new CommandError(sentence);
  };
  const seenSince = async (cursor: number, timeout: number): Promise<Seen[]> =>
    entriesShape.parse(await ask('next', { person, after: `${cursor}`, timeout: `${timeout}` }));
  return {
    ask,
    act: (path: string, body: JsonObject) =>
      ask(path, {}, { method: 'POST', body: JSON.stringify({ person, ...body }) }),
    seenSince,
    /** Waits until Skydesk is idle or, if the server can't report that, until the person has seen something. */
    async settled(delayed: boolean, cursor: number): Promise<void> {
      const response = await send(`settled?delayed=${delayed}`, {});
      if (response.status === 404) await seenSince(cursor, 5_000);
    },
  };
}

function fieldsFrom(given: readonly string[], buttons: readonly string[]): Record<string, string> {
  if (given.length > 0 && buttons.length === 0)
    throw new UsageError('--fill needs a --press: the fields are filled right before the button is pressed.');
  return Object.fromEntries(
    given.map((field) => {
      const [, label = '', value = ''] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
      if (label === '') throw new UsageError(`--fill needs LABEL=VALUE; it is “${field}”.`);
      return [label, value];
    }),
  );
}

/** Prints an entry without API keys, which the terminal shows only once: this output is often stored. */
function printJson(entry: Seen): void {
  process.stdout.write(`${withoutApiKeys(JSON.stringify(entry))}\n`);
}

await runCommand(commandLine, async ({ values, positionals }) => {
  const line = positionals.join(' ').trim();
  if (line === '') throw new UsageError('Give the line to type: npm run try -- "alert list"');
  const { fill = [], press: buttons = [] } = values;
  let fields = fieldsFrom(fill, buttons);
  const slack = clientOf(devUrl(values.url), values.as);
  const info = workspaceInfoShape.parse(await slack.ask('info'));
  const isWhole = values.mcp || /^[/@]/.test(line);
  const print = values.json ? printJson : printer(info, values.as);

  const began = z.number().parse(await slack.ask('cursor'));
  let [cursor, ok, seen] = [began, true, 0];
  const act = async (path: string, body: JsonObject): Promise<void> => {
    const ack = ackShape.parse(await slack.act(path, body));
    ok &&= ack?.ok !== false;
    await slack.settled(values.delayed, cursor);
    for (const entry of await slack.seenSince(cursor, 0)) {
      print(entry);
      cursor = entry.cursor;
      seen += 1;
    }
  };
  const channel = values.mcp ? 'slackbot' : values.in;
  await act('type', { channel, line: isWhole ? line : `${info.command} ${line}` });
  for (const button of buttons) {
    // The first modal takes what was given.
    const open = z.array(z.unknown()).parse(await slack.ask('views', { person: values.as }));
    const entered = open.length > 0 ? fields : {};
    if (open.length > 0) fields = {};
    await act('press-recent', { button, after: began, values: entered });
  }
  if (Object.keys(fields).length > 0) throw new CommandError('No form opened, so nothing was filled.');
  if (seen === 0) process.stderr.write("Skydesk didn't answer.\n");
  return ok && seen > 0 ? 0 : 1;
});
