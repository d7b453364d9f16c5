import type { Finding } from '../../../src/core/finding.ts';

type Line = readonly [state: Finding['state'], check: string, says: string | RegExp, next?: string];

const wrong = (check: string, says: string | RegExp, next: string): Line => ['wrong', check, says, next];
const warning = (check: string, says: string | RegExp, next: string): Line => ['warning', check, says, next];
const blocked = (by: string, ...checks: string[]): Line[] =>
  checks.map((check): Line => ['not checked', check, `“${by}” has to be right first.`]);

/** All that Slack is asked about, once its token is known. */
const ofSlack = ['Slack scopes', 'Workspace', 'Approvals channel', 'People', 'Approvers', 'Messages'];
const ofService = ['Service login', 'Service roles'];

const again = 'See whether the network lets this machine reach it, then run this again.';
const writeSlack =
  'Write it anew: aws secretsmanager put-secret-value --secret-id "$SLACK_SECRET_ID" --secret-string file://secret.json, with {"signingSecret":"…","botToken":"xoxb-…"} in that file.';
const writeService =
  'Write it anew: aws secretsmanager put-secret-value --secret-id "$SERVICE_SECRET_ID" --secret-string file://secret.json, with {"username":"…","password":"…"} in that file.';
const allowSecret = 'Allow secretsmanager:GetSecretValue on it to whoever runs this.';
const reinstall = 'at api.slack.com/apps, OAuth & Permissions, Bot Token Scopes; then reinstall the app.';
const create =
  'Create it, or correct approvals.channel in policy.json; in a private one, type /invite @skydesk';
const invite = 'Type there: /invite @skydesk';
const unseen = 'that the bot can see, so no request for approval can be shown.';
const report = 'Report it with this line: until it is mended, people do not see such messages.';
const redeploy = 'then build and deploy.';
const ntp = 'Let this machine set its clock by the network (NTP): signed requests expire within 5 minutes.';
const address = 'See whether SERVICE_BASE_URL is right, and whether the network lets this machine reach it.';
const otherTable =
  'Set TABLE_NAME to the table of the deployment: keys cannot be changed, so this is another one.';
const expires =
  'Switch it on: aws dynamodb update-time-to-live --table-name "$TABLE_NAME" --time-to-live-specification Enabled=true,AttributeName=ttl';
const moreIn = (list: string): string =>
  `Name more people in ${list} of policy.json, or put more into the user groups that it names.`;

/** For each ailment, every line that does not say that all is well. */
export const expected: Readonly<Record<string, readonly Line[]>> = {
  'a variable is missing': [
    wrong('Environment', 'TABLE_NAME is not set.', 'Set it to the name of a table: TABLE_NAME=skydesk'),
    ...blocked('Environment', 'Table'),
  ],
  'a variable is no address': [
    wrong(
      'Environment',
      'SERVICE_BASE_URL is not what it has to be.',
      'It has to be the address of the cloud service: SERVICE_BASE_URL=https://api.example.com',
    ),
    ...blocked('Environment', ...ofService),
  ],
  'a variable holds a secret': [
    wrong(
      'Environment',
      'SLACK_SECRET_ID holds a secret itself instead of a name.',
      'Put that into Secrets Manager, set SLACK_SECRET_ID to its name, and replace what was exposed.',
    ),
    ...blocked('Environment', 'Slack secret', 'Slack token', ...ofSlack),
  ],
  'a secret is missing': [
    wrong(
      'Slack secret',
      'There is no secret of the name in SLACK_SECRET_ID.',
      'Create it: aws secretsmanager create-secret --name "$SLACK_SECRET_ID" --secret-string file://secret.json, with {"signingSecret":"…","botToken":"xoxb-…"} in that file.',
    ),
    ...blocked('Slack secret', 'Slack token', ...ofSlack),
  ],
  'a secret is not JSON': [
    wrong('Slack secret', 'The Slack secret is not JSON.', writeSlack),
    ...blocked('Slack secret', 'Slack token', ...ofSlack),
  ],
  'a secret lacks something': [
    wrong('Service secret', 'The service’s secret needs the strings username and password.', writeService),
    ...blocked('Service secret', ...ofService),
  ],
  'a secret holds another kind of token': [
    wrong(
      'Slack secret',
      'The botToken in the Slack secret is no bot token: those begin with xoxb-.',
      writeSlack,
    ),
    ...blocked('Slack secret', 'Slack token', ...ofSlack),
  ],
  'a secret may not be read': [
    wrong('Slack secret', 'The secret that SLACK_SECRET_ID names may not be read.', allowSecret),
    ...blocked('Slack secret', 'Slack token', ...ofSlack),
    wrong('Service secret', 'The secret that SERVICE_SECRET_ID names may not be read.', allowSecret),
    ...blocked('Service secret', ...ofService),
  ],
  'policy.json is broken': [
    wrong('Policy', 'policy.json:3: people must be an object.', 'Correct that line in policy.json.'),
    ...blocked('Policy', 'Workspace', 'Approvals channel', 'People', 'Approvers', 'Service roles'),
  ],
  'the token is revoked': [
    wrong(
      'Slack token',
      'Slack refuses it: token_revoked.',
      'Install the app anew (api.slack.com/apps, Install App) and put its bot token into the secret that SLACK_SECRET_ID names.',
    ),
    ...blocked('Slack token', ...ofSlack),
  ],
  'a scope is missing': [
    wrong(
      'Slack scopes',
      'The token lacks files:write, which files.completeUploadExternal and files.getUploadURLExternal cannot do without.',
      `Add files:write ${reinstall}`,
    ),
  ],
  'the scope for the channel is missing': [
    wrong(
      'Slack scopes',
      'The token lacks channels:read, which conversations.info and conversations.list cannot do without.',
      `Add channels:read ${reinstall}`,
    ),
    ...blocked('Slack scopes', 'Approvals channel'),
  ],
  'a scope is too much': [
    warning(
      'Slack scopes',
      'The token may do more than the bot needs: channels:history.',
      'Remove that at api.slack.com/apps, OAuth & Permissions; then reinstall the app.',
    ),
  ],
  'the workspace is another': [
    wrong(
      'Workspace',
      'policy.json serves T0OTHER only, but the token belongs to T0SKYDESK (Acme): nobody is served.',
      'Set "workspace": "T0SKYDESK" in policy.json, then build and deploy; or use the token of T0OTHER.',
    ),
  ],
  'the channel is missing': [wrong('Approvals channel', `There is no channel #nowhere ${unseen}`, create)],
  'the channel is missing, by id': [
    wrong('Approvals channel', `There is no channel C0NOWHERE ${unseen}`, create),
  ],
  'the bot is not in the channel': [
    wrong(
      'Approvals channel',
      'The bot is no member of #general, so no request for approval can be shown.',
      invite,
    ),
  ],
  'the bot is not in the channel, by id': [
    wrong(
      'Approvals channel',
      'The bot is no member of C0GENERAL, so no request for approval can be shown.',
      invite,
    ),
  ],
  'a private channel does not show itself': [
    wrong('Approvals channel', `There is no channel #war-room ${unseen}`, create),
  ],
  'a user group is unknown': [
    wrong(
      'People',
      'Slack knows no user group S0NOBODY, named in people.change: nobody can be judged by the policy.',
      `Correct people.change in policy.json, ${redeploy}`,
    ),
  ],
  'a user group is empty': [
    warning(
      'People',
      'The user group S0OPERATORS, named in people.read, is empty.',
      `Put people into it in Slack, or: Correct people.read in policy.json, ${redeploy}`,
    ),
  ],
  'a person is a guest': [
    warning(
      'People',
      'U0GUS, named in people.read, is a guest, and guests are never served.',
      `Correct people.read in policy.json, ${redeploy}`,
    ),
    warning(
      'People',
      'U0NOBODY, named in people.read, is nobody whom Slack knows.',
      `Correct people.read in policy.json, ${redeploy}`,
    ),
  ],
  'a user group is too small without the requester': [
    wrong(
      'Approvers',
      'A change of 5 points or more needs the word of 2 people besides whoever asks, and only 1 may be left.',
      moreIn('people.approve'),
    ),
  ],
  'a user group is too small without its guests': [
    wrong(
      'Approvers',
      'A change of 5 points or more needs the word of 2 people besides whoever asks, and only 1 may be left.',
      moreIn('people.approve'),
    ),
  ],
  'an account has too few approvers': [
    wrong(
      'Approvers',
      'A firewall change in account ACME needs the word of one person besides whoever asks, and nobody may be left.',
      moreIn('accounts.ACME.approve'),
    ),
    wrong(
      'Approvers',
      'A change in account ACME of 5 points or more needs the word of 2 people besides whoever asks, and nobody may be left.',
      moreIn('accounts.ACME.approve'),
    ),
  ],
  'Slack refuses a message': [
    wrong('Messages', /^Slack refuses “[\w ]+” at \/blocks\/0\/text: must be shorter\.$/, report),
  ],
  'Slack refuses every message': [
    ...Array.from({ length: 5 }, () =>
      wrong('Messages', /^Slack refuses “[\w ,]+”: invalid_message\.$/, report),
    ),
    wrong('Messages', /^Slack refuses \d\d more\.$/, report),
  ],
  'Slack has an error of its own': [
    wrong(
      'Approvals channel',
      'Slack refuses to say: internal_error.',
      'Run this again. If it stays so, report it with this line.',
    ),
  ],
  'Slack does not judge messages': [
    ['not checked', 'Messages', 'This Slack does not judge messages (blocks.validate is not there).'],
  ],
  'Slack asks to wait': [
    [
      'not checked',
      'Messages',
      /^Slack asked to wait after 0 of \d\d samples\.$/,
      'Run this again in a minute.',
    ],
  ],
  'the password is wrong': [
    wrong(
      'Service login',
      'The cloud service refuses the user name or the password.',
      'Put the right ones into the secret that SERVICE_SECRET_ID names, then run this again.',
    ),
    ...blocked('Service login', 'Service roles'),
  ],
  'the roles are too few': [
    wrong(
      'Service roles',
      'The cloud service will refuse alert create, alert update, alert delete, ip add, ip remove: serveroperator has none of the roles for that.',
      'Give serveroperator one of them at the service: AccountAdmin, ServerAdmin.',
    ),
    wrong(
      'Service roles',
      'The cloud service will refuse firewall create, firewall enable, firewall disable, firewall delete, firewall intra create, firewall intra delete: serveroperator has none of the roles for that.',
      'Give serveroperator one of them at the service: AccountAdmin, NetworkAdmin, SecurityAdmin.',
    ),
    wrong(
      'Service roles',
      'The cloud service will refuse invoice, invoice trend: serveroperator has none of the roles for that.',
      'Give serveroperator one of them at the service: AccountAdmin, AccountViewer, BillingAdmin.',
    ),
  ],
  'the service is another': [
    wrong(
      'Service login',
      'What answers is not the cloud service, or not as expected (404).',
      'See whether SERVICE_BASE_URL is right: only the host, and a path before /v2 if there is one.',
    ),
    ...blocked('Service login', 'Service roles'),
  ],
  'the queue is missing': [
    wrong(
      'Queue',
      'There is no queue at the address in QUEUE_URL.',
      'Set QUEUE_URL to the address that the deployment printed, or deploy again.',
    ),
  ],
  'the queue may not be looked at': [
    [
      'not checked',
      'Queue',
      'Whoever runs this may not look into the queue’s settings.',
      'Run npm run doctor in a terminal whose AWS login may: sqs:GetQueueAttributes, sqs:GetQueueUrl.',
    ],
  ],
  'the queue has no dead-letter queue': [
    warning(
      'Queue',
      'It has no dead-letter queue: a job that always fails would come again for days.',
      'Deploy again: the stack makes one.',
    ),
  ],
  'a job is dead': [
    wrong(
      'Queue',
      '1 job failed every time and lies in the dead-letter queue.',
      'Read why in the worker’s log (“job failed”), mend it, then send them on: npm run redrive',
    ),
  ],
  'the table is missing': [
    wrong(
      'Table',
      'There is no table of the name in TABLE_NAME.',
      'Set TABLE_NAME to the table of the deployment, or deploy again. Look at AWS_REGION, too.',
    ),
  ],
  'the table may not be looked at': [
    [
      'not checked',
      'Table',
      'Whoever runs this may not look at the table’s settings.',
      'Run npm run doctor in a terminal whose AWS login may: dynamodb:DescribeTable, dynamodb:DescribeTimeToLive.',
    ],
  ],
  'nothing in the table expires': [
    wrong('Table', 'Nothing in it ever expires, so it grows without end.', expires),
  ],
  'the table has other keys': [
    wrong(
      'Table',
      'Its keys are not what the bot writes: id S HASH instead of pk S HASH, sk S RANGE.',
      otherTable,
    ),
    wrong('Table', 'Nothing in it ever expires, so it grows without end.', expires),
  ],
  'the clock is 4 minutes behind': [
    wrong('Clock', 'This clock is 4 minutes behind Slack’s.', ntp),
    wrong('Clock', 'This clock is 4 minutes behind the cloud service’s.', ntp),
  ],
  'the clock is a minute ahead': [
    warning('Clock', /^This clock is 6\d seconds ahead of Slack’s\.$/, ntp),
    warning('Clock', /^This clock is 6\d seconds ahead of the cloud service’s\.$/, ntp),
  ],
  'the service hangs': [
    wrong('Service login', 'The cloud service gave no answer within 4 seconds.', again),
    wrong('Service roles', 'The cloud service gave no answer within 4 seconds.', again),
    wrong('Clock', 'Slack or the cloud service gave no answer within 4 seconds.', again),
  ],
  'Slack hangs': [
    ...['Slack token', ...ofSlack].map((check) =>
      wrong(check, 'Slack gave no answer within 4 seconds.', again),
    ),
    wrong('Clock', 'Slack or the cloud service gave no answer within 4 seconds.', again),
  ],
  'the service is down': [
    wrong('Service login', 'The cloud service cannot be reached.', address),
    ...blocked('Service login', 'Service roles'),
  ],
  'Slack is down': [
    wrong('Slack token', 'Slack cannot be reached.', again),
    ...blocked('Slack token', ...ofSlack),
  ],
  'AWS is down': [
    wrong('Slack secret', 'Secrets Manager cannot be reached.', again),
    ...blocked('Slack secret', 'Slack token', ...ofSlack),
    wrong('Service secret', 'Secrets Manager cannot be reached.', again),
    ...blocked('Service secret', ...ofService),
    wrong('Queue', 'SQS cannot be reached.', again),
    wrong('Table', 'DynamoDB cannot be reached.', again),
  ],
};
