const blocked = (by: string, ...checks: string[]): string[] =>
  checks.map((check) => `- ${check}: “${by}” must pass first.`);

/** The checks of Slack that need its token. */
const ofSlack = ['Slack scopes', 'Workspace', 'Approvals channel', 'People', 'Approvers', 'Messages'];
const needTokenSecret = ['Slack token', ...ofSlack];
const ofService = ['Cloud API login', 'Cloud API roles'];

const again = 'Check the network, then run this again.';
const writeSlack =
  'Replace it: aws secretsmanager put-secret-value --secret-id skydesk/slack-token --secret-string file://secret.json, with {"botToken":"xoxb-…"} in that file.';
const writeService =
  'Replace it: aws secretsmanager put-secret-value --secret-id skydesk/service --secret-string file://secret.json, with {"username":"…","password":"…"} in that file.';
const allowSecret = 'Grant them secretsmanager:GetSecretValue on it.';
const reinstall = 'at api.slack.com/apps, OAuth & Permissions, Bot Token Scopes, then reinstall the app.';
const create =
  'Create it, or correct approvals.channel in policy.json. If it’s private, type there: /invite @skydesk';
const invite = 'Type there: /invite @skydesk';
const unseen = 'that Skydesk can see, so requests can’t be posted.';
const report = 'Report this line. Until it’s fixed, people don’t see messages like this.';
const redeploy = 'then build and deploy.';
const ntp = 'Synchronize the clock (NTP): signed requests expire within 5 minutes.';
const address = 'Check SERVICE_BASE_URL and the network, then run this again.';
const deployAgents = 'Deploy again with --param="mcp=true", and set MCP_URL to the stack’s output McpUrl.';
const otherTable =
  'Set TABLE_NAME to the deployment’s table. Keys can’t be changed, so this is a different table.';
const expires =
  'Enable TTL: aws dynamodb update-time-to-live --table-name skydesk --time-to-live-specification Enabled=true,AttributeName=ttl';
const moreIn = (list: string): string =>
  `Name more people in ${list} of policy.json, or add people to the user groups it names.`;

/**
 * For each scenario, every line that does not report success: what is wrong (✗), a warning (!) or not checked (-), and behind
 * an arrow what to do. Three dots stand for the parts that differ from run to run.
 */
export const expected: Readonly<Record<string, readonly string[]>> = {
  'a variable is missing': [
    '✗ Environment: TABLE_NAME is not set. → Name the deployment (npm run doctor -- --stage prod), or set it to the name of a table: TABLE_NAME=skydesk',
    ...blocked('Environment', 'Table'),
  ],
  'a variable is no address': [
    '✗ Environment: SERVICE_BASE_URL has an invalid value. → Set it to the URL of the cloud API: SERVICE_BASE_URL=https://api.example.com',
    ...blocked('Environment', ...ofService),
  ],
  'a variable holds a secret': [
    '✗ Environment: SLACK_TOKEN_SECRET_ID contains a secret instead of its name. → Store it in Secrets Manager, set SLACK_TOKEN_SECRET_ID to its name, and rotate the exposed secret.',
    ...blocked('Environment', 'Bot token secret', ...needTokenSecret),
  ],
  'a secret is missing': [
    '✗ Bot token secret: The secret that SLACK_TOKEN_SECRET_ID names doesn’t exist. → Create it: aws secretsmanager create-secret --name skydesk/nothing --secret-string file://secret.json, with {"botToken":"xoxb-…"} in that file.',
    ...blocked('Bot token secret', ...needTokenSecret),
  ],
  'the signing secret is missing': [
    '✗ Signing secret: The secret that SLACK_SIGNING_SECRET_ID names doesn’t exist. → Create it: aws secretsmanager create-secret --name skydesk/nothing --secret-string file://secret.json, with {"signingSecret":"…"} in that file.',
    ...blocked('Signing secret', 'Agents'),
  ],
  'a secret is not JSON': [
    `✗ Bot token secret: The secret with Slack’s bot token isn’t JSON. → ${writeSlack}`,
    ...blocked('Bot token secret', ...needTokenSecret),
  ],
  'a secret lacks something': [
    `✗ Cloud API secret: The secret for the cloud API needs the strings username and password. → ${writeService}`,
    ...blocked('Cloud API secret', ...ofService),
  ],
  'a secret holds another kind of token': [
    `✗ Bot token secret: The botToken in the secret isn’t a bot token. Bot tokens start with xoxb-. → ${writeSlack}`,
    ...blocked('Bot token secret', ...needTokenSecret),
  ],
  'a secret may not be read': [
    `✗ Signing secret: These AWS credentials can’t read the secret that SLACK_SIGNING_SECRET_ID names. → ${allowSecret}`,
    `✗ Bot token secret: These AWS credentials can’t read the secret that SLACK_TOKEN_SECRET_ID names. → ${allowSecret}`,
    ...blocked('Bot token secret', ...needTokenSecret),
    `✗ Cloud API secret: These AWS credentials can’t read the secret that SERVICE_SECRET_ID names. → ${allowSecret}`,
    ...blocked('Cloud API secret', ...ofService),
    ...blocked('Signing secret', 'Agents'),
  ],
  'policy.json is broken': [
    '✗ Policy: policy.json:3: people must be an object. → Correct that line in policy.json.',
    ...blocked('Policy', 'Workspace', 'Approvals channel', 'People', 'Approvers', 'Cloud API roles'),
  ],
  'the token is revoked': [
    '✗ Slack token: Slack rejected it: token_revoked. → Reinstall the app (api.slack.com/apps, Install App) and store its bot token in the secret that SLACK_TOKEN_SECRET_ID names.',
    ...blocked('Slack token', ...ofSlack),
  ],
  'a scope is missing': [
    `✗ Slack scopes: The token lacks files:write, needed for files.completeUploadExternal and files.getUploadURLExternal. → Add files:write ${reinstall}`,
  ],
  'the scope for the channel is missing': [
    `✗ Slack scopes: The token lacks channels:read, needed for conversations.info and conversations.list. → Add channels:read ${reinstall}`,
    ...blocked('Slack scopes', 'Approvals channel'),
  ],
  'a scope is too much': [
    '! Slack scopes: The token has scopes that Skydesk doesn’t need: channels:history. → Remove them at api.slack.com/apps, OAuth & Permissions, then reinstall the app.',
  ],
  'the workspace is another': [
    '✗ Workspace: policy.json allows only T0OTHER, but the token belongs to T0SKYDESK (Acme), so no one can use Skydesk. → Set "workspace": "T0SKYDESK" in policy.json, then build and deploy; or use the token of T0OTHER.',
  ],
  'the channel is missing': [`✗ Approvals channel: Found no channel #nowhere ${unseen} → ${create}`],
  'the channel is missing, by id': [`✗ Approvals channel: Found no channel C0NOWHERE ${unseen} → ${create}`],
  'the bot is not in the channel': [
    `✗ Approvals channel: Skydesk isn’t a member of #general, so requests can’t be posted. → ${invite}`,
  ],
  'the bot is not in the channel, by id': [
    `✗ Approvals channel: Skydesk isn’t a member of C0GENERAL, so requests can’t be posted. → ${invite}`,
  ],
  'a private channel does not show itself': [
    `✗ Approvals channel: Found no channel #war-room ${unseen} → ${create}`,
  ],
  'a user group is unknown': [
    `✗ People: The user group S0NOBODY, named in people.change, doesn’t exist in Slack, so nobody counts as a member of it. → Correct people.change in policy.json, ${redeploy}`,
  ],
  'a user group is empty': [
    `! People: The user group S0OPERATORS, named in people.read, is empty. → Add people to it in Slack. Or: Correct people.read in policy.json, ${redeploy}`,
  ],
  'a person is a guest': [
    `! People: U0GUS, named in people.read, is a guest, and guests can’t use Skydesk. → Correct people.read in policy.json, ${redeploy}`,
    `! People: U0NOBODY, named in people.read, isn’t known to Slack. → Correct people.read in policy.json, ${redeploy}`,
  ],
  'a user group is too small without the requester': [
    `✗ Approvers: A change with a risk of 5 or more needs 2 approvals, but may have only 1 approver besides the requester. → ${moreIn('people.approve')}`,
  ],
  'a user group is too small without its guests': [
    `✗ Approvers: A change with a risk of 5 or more needs 2 approvals, but may have only 1 approver besides the requester. → ${moreIn('people.approve')}`,
  ],
  'an account has too few approvers': [
    `✗ Approvers: A firewall change in ACME needs 1 approval, but may have no approver besides the requester. → ${moreIn('accounts.ACME.approve')}`,
    `✗ Approvers: A change in ACME with a risk of 5 or more needs 2 approvals, but may have no approver besides the requester. → ${moreIn('accounts.ACME.approve')}`,
  ],
  'Slack refuses a message': [
    `✗ Messages: Slack rejected “…” at /blocks/0/text: must be shorter. → ${report}`,
  ],
  'Slack refuses every message': [
    ...Array<string>(5).fill(`✗ Messages: Slack rejected “…”: invalid_message. → ${report}`),
    `✗ Messages: Slack rejected 5 more. → ${report}`,
  ],
  'Slack has an error of its own': [
    '✗ Approvals channel: Slack returned an error: internal_error. → Run this again. If this keeps happening, report this line.',
  ],
  'Slack does not judge messages': [
    '- Messages: This Slack can’t validate messages (it has no blocks.validate).',
  ],
  'Slack has no such method': ['- Messages: This Slack can’t validate messages (it has no blocks.validate).'],
  'Slack asks to wait': [
    '- Messages: Slack’s rate limit was reached after 0 of … samples. → Run this again in a minute.',
  ],
  'the password is wrong': [
    '✗ Cloud API login: The cloud API rejected the username or password. → Correct them in the secret that SERVICE_SECRET_ID names, then run this again.',
    ...blocked('Cloud API login', 'Cloud API roles'),
  ],
  'the roles are too few': [
    '✗ Cloud API roles: The cloud API will deny ip add, ip update, ip remove, alert create, alert update, alert delete: serveroperator lacks the role. → Give serveroperator one of these roles in the cloud API: AccountAdmin, ServerAdmin.',
    '✗ Cloud API roles: The cloud API will deny firewall create, firewall intra create, firewall enable, firewall disable, firewall delete, firewall intra update, firewall intra enable, firewall intra disable, firewall intra delete: serveroperator lacks the role. → Give serveroperator one of these roles in the cloud API: AccountAdmin, NetworkAdmin, SecurityAdmin.',
    '✗ Cloud API roles: The cloud API will deny invoice, invoice trend: serveroperator lacks the role. → Give serveroperator one of these roles in the cloud API: AccountAdmin, AccountViewer, BillingAdmin.',
  ],
  'the service is another': [
    '✗ Cloud API login: The response isn’t from the cloud API, or not as expected (404). → Check SERVICE_BASE_URL: only the host, and the path before /v2 if there is one.',
    ...blocked('Cloud API login', 'Cloud API roles'),
  ],
  'the queue is missing': [
    '✗ Queue: QUEUE_URL points to no queue. → Set QUEUE_URL to the URL that the deployment printed, or deploy again.',
  ],
  'the queue may not be looked at': [
    '- Queue: These AWS credentials can’t read the queue’s settings. → Run npm run doctor -- --stage STAGE in a terminal with these AWS permissions: sqs:GetQueueAttributes, sqs:GetQueueUrl.',
  ],
  'the queue has no dead-letter queue': [
    '! Queue: It has no dead-letter queue, so a job that always fails is retried for days. → Deploy again: the stack creates one.',
  ],
  'a job is dead': [
    '✗ Queue: 1 job failed repeatedly and is in the dead-letter queue. → Find the cause in the worker’s log (“job failed”), fix it, then run npm run redrive -- --stage STAGE',
  ],
  'the table is missing': [
    '✗ Table: The table that TABLE_NAME names doesn’t exist. → Set TABLE_NAME to the deployment’s table and check AWS_REGION, or deploy again.',
  ],
  'the table may not be looked at': [
    '- Table: These AWS credentials can’t read the table’s settings. → Run npm run doctor -- --stage STAGE in a terminal with these AWS permissions: dynamodb:DescribeTable, dynamodb:DescribeTimeToLive, dynamodb:DescribeContinuousBackups.',
  ],
  'nothing in the table expires': [`✗ Table: Items never expire, so the table keeps growing. → ${expires}`],
  'the table is not backed up': [
    '✗ Table: Its point-in-time recovery is off, so it can’t be restored. → Turn it on: aws dynamodb update-continuous-backups --table-name skydesk --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
  ],
  'anybody can delete the table': [
    '✗ Table: Its deletion protection is off, so one call can delete the audit log. → Turn it on: aws dynamodb update-table --table-name skydesk --deletion-protection-enabled',
  ],
  'the backups may not be looked at': [
    '- Table: These AWS credentials can’t see whether the table is backed up. → Run npm run doctor -- --stage STAGE in a terminal with these AWS permissions: dynamodb:DescribeContinuousBackups.',
  ],
  'the table has other keys': [
    `✗ Table: Its keys are id S HASH; Skydesk needs pk S HASH, sk S RANGE. → ${otherTable}`,
    `✗ Table: Items never expire, so the table keeps growing. → ${expires.replace('skydesk', 'another')}`,
  ],
  'agents are turned off, and Slackbot still has its scope': [
    '! Slack scopes: The token has scopes that Skydesk doesn’t need: mcp:connect. → Remove them at api.slack.com/apps, OAuth & Permissions, then reinstall the app.',
  ],
  'Slackbot lacks its scope': [
    '! Slack scopes: The token lacks mcp:connect, so Slackbot can’t call Skydesk. API keys work without it. → Update the app with the manifest that npm run manifest -- --mcp prints, then reinstall the app.',
  ],
  'the MCP endpoint has no valid URL': [
    '✗ Environment: MCP_URL has an invalid value. → Set it to the URL of the MCP endpoint, or leave it unset where agents are turned off: MCP_URL=https://ADDRESS-OF-THE-STACK/mcp',
    ...blocked('Environment', 'Agents'),
  ],
  'the MCP endpoint is not deployed': [`✗ Agents: Nothing answers at MCP_URL (404). → ${deployAgents}`],
  'the MCP endpoint can’t be reached': [`✗ Agents: Couldn’t reach the MCP endpoint. → ${again}`],
  'the MCP endpoint takes unsigned requests': [
    '✗ Agents: The MCP endpoint answered an unsigned request with 200 instead of 401. → Deploy with --param="mcp=false" until you know why: anyone could call it.',
  ],
  'the MCP endpoint has another signing secret': [
    '✗ Agents: The MCP endpoint refused a signed request, so its signing secret is another one. → Set SLACK_SIGNING_SECRET_ID to the secret of this deployment. If the secret was just changed, run this again.',
  ],
  'the MCP endpoint has another time': [
    `✗ Agents: The MCP endpoint refused a signed request: this clock and its own differ by more than five minutes. → ${ntp}`,
  ],
  'the MCP endpoint fails': [
    '✗ Agents: The MCP endpoint failed (500). → Read the log of its function, whose name ends in -mcp. If it says nothing, run this again.',
  ],
  'the MCP endpoint is another program': [
    `✗ Agents: What answers at MCP_URL isn’t an MCP server (200). → ${deployAgents}`,
  ],
  'the policy names channels, and agents are turned on': [
    '! Agents: Every call of an agent is refused: policy.json has channels, and agents ask in direct messages. → Remove channels from policy.json and deploy again, or turn agents off with --param="mcp=false".',
  ],
  'the clock is 4 minutes behind': [
    `✗ Clock: This clock is 4 minutes behind Slack’s. → ${ntp}`,
    `✗ Clock: This clock is 4 minutes behind the cloud API’s. → ${ntp}`,
  ],
  'the clock is a minute ahead': [
    `! Clock: This clock is 6… seconds ahead of Slack’s. → ${ntp}`,
    `! Clock: This clock is 6… seconds ahead of the cloud API’s. → ${ntp}`,
  ],
  'the service hangs': [
    `✗ Cloud API login: The cloud API didn’t respond within 0.5 seconds. → ${again}`,
    `✗ Cloud API roles: The cloud API didn’t respond within 0.5 seconds. → ${again}`,
    `✗ Clock: Slack or the cloud API didn’t respond within 0.5 seconds. → ${again}`,
  ],
  'Slack hangs': [
    ...['Slack token', ...ofSlack].map(
      (check) => `✗ ${check}: Slack didn’t respond within 0.5 seconds. → ${again}`,
    ),
    `✗ Clock: Slack or the cloud API didn’t respond within 0.5 seconds. → ${again}`,
  ],
  'the service is down': [
    `✗ Cloud API login: Couldn’t reach the cloud API. → ${address}`,
    ...blocked('Cloud API login', 'Cloud API roles'),
  ],
  'Slack is down': [`✗ Slack token: Couldn’t reach Slack. → ${again}`, ...blocked('Slack token', ...ofSlack)],
  'AWS is down': [
    `✗ Signing secret: Couldn’t reach Secrets Manager. → ${again}`,
    `✗ Bot token secret: Couldn’t reach Secrets Manager. → ${again}`,
    ...blocked('Bot token secret', ...needTokenSecret),
    `✗ Cloud API secret: Couldn’t reach Secrets Manager. → ${again}`,
    ...blocked('Cloud API secret', ...ofService),
    `✗ Queue: Couldn’t reach SQS. → ${again}`,
    `✗ Table: Couldn’t reach DynamoDB. → ${again}`,
    ...blocked('Signing secret', 'Agents'),
  ],
};
