import type { Encoding } from './encoding.ts';
import type { Files } from './file-store.ts';
import type { Scopes } from './granted-scopes.ts';
import type { MessageValues } from './message-values.ts';
import type { Views } from './open-views.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './trigger-ids.ts';
import type { Workspace } from './workspace.ts';

/** State that the Web API, the response URLs and the people of a local Slack share. */
export interface Local {
  readonly workspace: Workspace;
  readonly triggers: Triggers;
  readonly views: Views;
  readonly messageValues: MessageValues;
  readonly responseUrls: ResponseUrls;
  readonly files: Files;
  readonly scopes: Scopes;
  /** Address of this Slack, without a trailing slash. */
  readonly url: () => string;
  /** How Slack encodes what people type. */
  readonly encoding: Encoding;
}
