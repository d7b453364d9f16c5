import { asString, type JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { acceptContent, readContent } from './message-content.ts';
import { sampleApp, sampleTeam } from './sample-workspace.ts';
import type { Message, Workspace } from './workspace.ts';

const lifetimeMs = 30 * 60_000;
const maxUses = 5;

interface ResponseUrl {
  readonly channel: string;
  /** User id of the person who acted. */
  readonly person: string;
  readonly expires: number;
  uses: number;
  /** The message with the clicked button; a command has none, so its answers replace nothing. */
  readonly original?: Message;
}

/** The response URLs of commands and clicks, for up to 5 answers within 30 minutes. */
export class ResponseUrls {
  readonly #workspace: Workspace;
  readonly #urls = new Map<string, ResponseUrl>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** @returns the path of the URL, below this Slack's address */
  issue(kind: 'commands' | 'actions', person: string, channel: string, original?: Message): string {
    const path = `/hooks/${kind}/${sampleTeam.id}/${this.#workspace.nextSerial()}/${person.toLowerCase()}`;
    const expires = this.#workspace.clock() + lifetimeMs;
    this.#urls.set(path, { channel, person, expires, uses: 0, ...(original && { original }) });
    return path;
  }

  /**
   * Applies a payload that an app posts to one of the URLs.
   * @throws SlackFailure `no_such_url`, `expired_url`, `used_url`, or for invalid content
   */
  use(path: string, payload: JsonObject): void {
    const url = this.#urls.get(path);
    if (!url) throw new SlackFailure('no_such_url');
    if (this.#workspace.clock() > url.expires) throw new SlackFailure('expired_url');
    if (url.uses >= maxUses) throw new SlackFailure('used_url');
    if (!url.original || payload.delete_original !== true) acceptContent(payload);
    url.uses += 1;
    this.respond(url, payload);
  }

  /** Shows an answer: the body of an acknowledgement, or a payload for a response URL. */
  respond({ channel, person, original }: Omit<ResponseUrl, 'expires' | 'uses'>, payload: JsonObject): void {
    if (original && payload.delete_original === true) {
      this.#workspace.delete(original);
      return;
    }
    const { text, blocks } = readContent(payload);
    const replaces =
      payload.replace_original === true ||
      (payload.response_type === undefined && payload.replace_original !== false);
    if (original && replaces) {
      this.#workspace.change(original, { text, blocks });
      return;
    }
    const inChannel = payload.response_type === 'in_channel';
    const threadTs = asString(payload.thread_ts);
    this.#workspace.post({
      channel,
      user: sampleApp.userId,
      text,
      blocks,
      ...(!inChannel && { onlyFor: person }),
      ...(threadTs && { threadTs }),
    });
  }

  reset(): void {
    this.#urls.clear();
  }
}
