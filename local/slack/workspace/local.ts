import type { Files } from './file-store.ts';
import type { Scopes } from './granted-scopes.ts';
import type { Views } from './open-views.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './trigger-ids.ts';
import type { Workspace } from './workspace.ts';

/** Everything that the Web API, the response URLs and the people of one local Slack share. */
export interface Local {
  workspace: Workspace;
  triggers: Triggers;
  views: Views;
  responseUrls: ResponseUrls;
  files: Files;
  scopes: Scopes;
  /** Where this Slack is reached, without a slash at the end. */
  url: () => string;
}
