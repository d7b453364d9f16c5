import type { Arguments } from '../payload/arguments.ts';
import { lookUp } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';

/** The scope of a bot token that Slack's reference requires for each method. Methods that are not listed need none. */
const neededScopes: Record<string, string> = {
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.open': 'im:write',
  'files.completeUploadExternal': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
};

/** Scopes by the first letter of a conversation's id, and by the `types` of `conversations.list`. */
const readScopes: Record<string, string> = {
  C: 'channels:read',
  D: 'im:read',
  public_channel: 'channels:read',
  private_channel: 'groups:read',
  im: 'im:read',
};

/** Returns the scopes that a call requires of a bot token. */
export function needed(method: string, args: Arguments): readonly string[] {
  switch (method) {
    case 'conversations.list':
      return (args.text('types') ?? 'public_channel')
        .split(',')
        .flatMap((type) => lookUp(readScopes, type.trim()) ?? []);
    case 'conversations.info':
      return [readScopes[args.text('channel')?.charAt(0) ?? ''] ?? 'channels:read'];
    default:
      return [lookUp(neededScopes, method) ?? []].flat();
  }
}

/** The scopes of the bot's token: all, unless `grant` restricts them. */
export class Scopes {
  #granted: readonly string[] | undefined;

  /** The granted scopes in Slack's order; undefined for all. */
  get granted(): readonly string[] | undefined {
    return this.#granted;
  }

  grant(scopes: readonly string[] | undefined): void {
    this.#granted = scopes && [...scopes];
  }

  /** @throws SlackFailure `missing_scope`, with the needed and the provided scopes */
  check(method: string, args: Arguments): void {
    const granted = this.#granted;
    const missing = granted && needed(method, args).find((scope) => !granted.includes(scope));
    if (missing)
      throw new SlackFailure('missing_scope', [], { needed: missing, provided: granted.join(',') });
  }
}
