import type { AppClient } from './human/post-to-app.ts';
import type { Faults } from './slack-faults.ts';
import { people } from './slack-people.ts';
import { queries } from './slack-queries.ts';
import { setup } from './slack-setup.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import type { Local } from './workspace/local.ts';

export type { WorkspaceInfo } from './slack-queries.ts';

/** The acts and queries of the local Slack, for tests, the terminal and the web page. */
export type SlackControl = ReturnType<typeof createSlackControl>;

/**
 * Creates the control. People and channels are given by name (`ana`, `cloud-ops`, `dm`) or id. All methods throw an Error that
 * names an unknown one.
 */
export const createSlackControl = (
  local: Local,
  app: AppClient,
  slackbot: Slackbot,
  faults: Faults,
  command: string,
) => ({
  ...people(local, app, slackbot, command),
  ...queries(local, command),
  ...setup(local, slackbot, faults),
});
