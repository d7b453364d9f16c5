import { type Encoding, plainly } from './encoding.ts';
import { Files } from './file-store.ts';
import { Scopes } from './granted-scopes.ts';
import { MessageValues } from './message-values.ts';
import { Views } from './open-views.ts';
import { ResponseUrls } from './response-urls.ts';
import { Triggers } from './trigger-ids.ts';
import { Workspace } from './workspace.ts';

/** State that the Web API, the response URLs and the people of a local Slack share. */
export type Local = ReturnType<typeof createLocal>;

/**
 * @param url returns the address of this Slack, without a trailing slash
 * @param clock milliseconds since the epoch
 */
export function createLocal(url: () => string, clock: () => number) {
  const workspace = new Workspace(clock);
  const state = {
    workspace,
    views: new Views(workspace),
    triggers: new Triggers(workspace),
    messageValues: new MessageValues(),
    responseUrls: new ResponseUrls(workspace),
    files: new Files(),
  };
  /** How Slack encodes what people type. */
  const encoding: Encoding = { ...plainly };
  return {
    ...state,
    encoding,
    scopes: new Scopes(),
    url,
    reset(): void {
      for (const part of Object.values(state)) part.reset();
      Object.assign(encoding, plainly);
    },
  };
}
