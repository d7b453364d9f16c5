import { acting } from './acting.ts';
import { arranging } from './arranging.ts';
import type { AppClient } from './human/post-to-app.ts';
import type { Faults } from './slack-faults.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import { watching } from './watching.ts';
import type { Local } from './workspace/local.ts';

export type { WorkspaceInfo } from './arranging.ts';

/** What a test, a terminal or the web page can do in the local Slack in the name of its people. */
export type SlackControl = ReturnType<typeof createSlackControl>;

/** People and channels are named (`ana`, `cloud-ops`, `dm`) or given by id. All methods throw an Error that says what does not exist. */
export const createSlackControl = (
  local: Local,
  app: AppClient,
  slackbot: Slackbot,
  faults: Faults,
  command: string,
) => ({
  ...acting(local, app, slackbot, command),
  ...watching(local),
  ...arranging(local, slackbot, faults, command),
});
