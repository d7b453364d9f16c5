import * as z from 'zod';
import { asObject, asString, type Json, type JsonObject } from '../local/slack/payload/json.ts';
import { printer, workspaceInfoShape } from '../local/terminal/printer.ts';
import { CommandError, runCommand } from './command-line.ts';

const helpText = `Types a line to the bot as one of the people of the local Slack, and prints what that person then sees.

  npm run try -- "alert list"                      the /cloud in front may be left out
  npm run try -- "alert delete cpu" --press Confirm

  --as PERSON       who types: ana (default), ben, cora, vic, gus, sam
  --in CHANNEL      where: cloud-ops (default), approvals, dm, ...
  --press TEXT      then press this button; may be given several times
  --delayed         wait for what the bot does later as well
  --json            print what happened as JSON, one entry per line
  --url URL         where "npm run dev" listens; http://127.0.0.1:$PORT (3000) when absent
`;

/** How long an answer may take altogether, in milliseconds. */
const timeoutMs = 60_000;

const entriesShape = z.array(
  z.object({ cursor: z.number(), kind: z.string(), data: z.record(z.string(), z.json()) }),
);
type Seen = z.infer<typeof entriesShape>[number];

const ackShape = z.object({ ok: z.boolean() }).nullable();

const options = {
  as: { type: 'string', default: 'ana' },
  in: { type: 'string', default: 'cloud-ops' },
  press: { type: 'string', multiple: true },
  delayed: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
} as const;

/** The control API of a local Slack that runs elsewhere, on behalf of one person. */
class SlackClient {
  readonly #url: string;
  readonly #person: string;

  constructor(url: string, person: string) {
    this.#url = url.replace(/\/$/, '');
    this.#person = person;
  }

  ask(path: string, query: Record<string, string> = {}): Promise<Json> {
    return this.#fetch(`${path}?${new URLSearchParams(query)}`, {});
  }

  act(path: string, body: JsonObject): Promise<Json> {
    return this.#fetch(path, { method: 'POST', body: JSON.stringify(body) });
  }

  async seenSince(cursor: number, timeout: number): Promise<Seen[]> {
    const query = { person: this.#person, after: String(cursor), timeout: String(timeout) };
    return entriesShape.parse(await this.ask('next', query));
  }

  /** Waits until the bot has nothing more to do; where nobody can say so, until the person has seen something. */
  async settled(delayed: boolean, cursor: number): Promise<void> {
    const response = await this.#send(`settled?delayed=${delayed}`, {});
    if (response.status === 404) await this.seenSince(cursor, 5_000);
  }

  async #fetch(path: string, init: RequestInit): Promise<Json> {
    const response = await this.#send(path, init);
    const answer = z.json().parse(await response.json());
    if (!response.ok) throw new CommandError(asString(asObject(answer).error));
    return answer;
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const limit = { signal: AbortSignal.timeout(timeoutMs) };
    return fetch(`${this.#url}/_control/${path}`, { ...init, ...limit }).catch((error: unknown) => {
      if (error instanceof DOMException)
        throw new CommandError(`The bot was still busy after ${timeoutMs / 1000} s.`);
      throw new CommandError(`Nothing listens at ${this.#url}. Start it with: npm run dev`);
    });
  }
}

function printJson(entry: Seen): void {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

await runCommand(
  { name: 'try', help: helpText, options, allowPositionals: true },
  async ({ values, positionals }) => {
    const line = positionals.join(' ').trim();
    if (line === '') throw new CommandError(helpText.trimEnd());
    const slack = new SlackClient(values.url ?? `http://127.0.0.1:${process.env.PORT || 3000}`, values.as);
    const info = workspaceInfoShape.parse(await slack.ask('info'));
    const typed = /^[/@]/.test(line) ? line : `${info.command} ${line}`;
    const print = values.json ? printJson : printer(info, values.as);

    let cursor = z.number().parse(await slack.ask('cursor'));
    let ok = true;
    let seen = 0;
    const acts: [string, JsonObject][] = [
      ['type', { person: values.as, channel: values.in, line: typed }],
      ...(values.press ?? []).map((button): [string, JsonObject] => ['press', { person: values.as, button }]),
    ];
    for (const [act, body] of acts) {
      const ack = ackShape.parse(await slack.act(act, body));
      ok &&= ack?.ok !== false;
      await slack.settled(values.delayed, cursor);
      for (const entry of await slack.seenSince(cursor, 0)) {
        print(entry);
        cursor = entry.cursor;
        seen += 1;
      }
    }
    if (seen === 0) process.stderr.write('The bot said nothing.\n');
    return ok && seen > 0 ? 0 : 1;
  },
);
