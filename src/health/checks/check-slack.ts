import * as z from 'zod/mini';
import { botScopes, scopeOfSlackbot, usesOf } from '../../slack/client/scopes.ts';
import { type Check, type CheckResult, ok, unchecked, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { refused, wordOf } from '../probes/policy-people.ts';
import type { Identity, SharedProbes } from '../probes/shared-probes.ts';

const reinstall =
  'Reinstall the app (api.slack.com/apps, Install App) and store its bot token in the secret that SLACK_TOKEN_SECRET_ID names.';

export const token: Check = {
  name: checkNames.token,
  system: 'Slack',
  async run(probes) {
    const { body } = await probes.authTest();
    if (body.ok === true) {
      const { user, team } = await probes.identity();
      return [ok(`@${user} in ${team}.`)];
    }
    return [wrong(`Slack rejected it: ${wordOf(body.error)}.`, reinstall)];
  },
};

export const scopes: Check = {
  name: checkNames.scopes,
  system: 'Slack',
  async run(probes) {
    await probes.identity();
    const { scopes } = await probes.authTest();
    if (!scopes) return [unchecked('Slack didn’t return the token’s scopes.')];
    const agents = probes.mcp ? [scopeOfSlackbot] : [];
    const missing = botScopes.filter((scope) => !scopes.includes(scope));
    const spare = scopes.filter((scope) => !botScopes.includes(scope) && !agents.includes(scope));
    const found: CheckResult[] = [
      ...missing.map((scope) =>
        wrong(
          `The token lacks ${scope}, needed for ${usesOf(scope).join(' and ')}.`,
          `Add ${scope} at api.slack.com/apps, OAuth & Permissions, Bot Token Scopes, then reinstall the app.`,
        ),
      ),
      ...agents
        .filter((scope) => !scopes.includes(scope))
        .map((scope) =>
          warning(
            `The token lacks ${scope}, so Slackbot can’t call Skydesk. API keys work without it.`,
            'Update the app with the manifest that npm run manifest -- --mcp prints, then reinstall the app.',
          ),
        ),
      ...(spare.length > 0
        ? [
            warning(
              `The token has scopes that Skydesk doesn’t need: ${spare.join(', ')}.`,
              'Remove them at api.slack.com/apps, OAuth & Permissions, then reinstall the app.',
            ),
          ]
        : []),
    ];
    return found.length > 0 ? found : [ok('They match the manifest.')];
  },
};

export const workspace: Check = {
  name: 'Workspace',
  system: 'Slack',
  async run(probes) {
    const { team_id: id, team, enterprise_id, is_enterprise_install: whole } = await probes.identity();
    if (whole) {
      return [
        wrong(
          `The app is installed for the whole organization ${team}, so no one can use Skydesk.`,
          'Install it in one workspace of the organization and store that installation’s bot token in the secret.',
        ),
      ];
    }
    const { workspace: wanted } = probes.validPolicy();
    const where = enterprise_id ? `${team}, a workspace of an Enterprise Grid organization` : team;
    const whom = enterprise_id ? ' Only members of this workspace can use Skydesk.' : '';
    if (wanted === undefined) return [ok(`policy.json names none; the token belongs to ${where}.${whom}`)];
    if (wanted === id) return [ok(`policy.json and the token agree on ${where}.${whom}`)];
    return [
      wrong(
        `policy.json allows only ${wanted}, but the token belongs to ${id} (${team}), so no one can use Skydesk.`,
        `Set "workspace": "${id}" in policy.json, then build and deploy; or use the token of ${wanted}.`,
      ),
    ];
  },
};

const channel = z.object({
  id: z.string(),
  name: z._default(z.string(), ''),
  is_member: z._default(z.boolean(), false),
  is_archived: z._default(z.boolean(), false),
});
type Channel = z.infer<typeof channel>;

export const approvalsChannel: Check = {
  name: 'Approvals channel',
  system: 'Slack',
  async run(probes) {
    const { channel: wanted } = probes.validPolicy().approvals;
    const me = await probes.identity();
    const found = await (wanted.startsWith('#') ? byName(wanted.slice(1), probes) : byId(wanted, probes));
    return [found ? channelFinding(found, wanted, me) : unseen(wanted, me)];
  },
};

const unseen = (wanted: string, { user }: Identity): CheckResult =>
  wrong(
    `Found no channel ${wanted} that Skydesk can see, so requests can’t be posted.`,
    `Create it, or correct approvals.channel in policy.json. If it’s private, type there: /invite @${user}`,
  );

function channelFinding(
  { is_member: member, is_archived: archived }: Channel,
  wanted: string,
  { user }: Identity,
) {
  if (archived) {
    return wrong(`${wanted} is archived.`, 'Unarchive it, or set another approvals.channel in policy.json.');
  }
  if (!member) {
    return wrong(
      `Skydesk isn’t a member of ${wanted}, so requests can’t be posted.`,
      `Type there: /invite @${user}`,
    );
  }
  return ok(`Skydesk is a member of ${wanted}.`);
}

async function byId(id: string, { slack }: SharedProbes): Promise<Channel | undefined> {
  const { body } = await slack.ask('conversations.info', { channel: id });
  return body.ok === true ? channel.parse(body.channel) : refused(body.error, 'place', undefined);
}

const page = z.object({
  channels: z.array(channel),
  response_metadata: z.prefault(z.object({ next_cursor: z._default(z.string(), '') }), {}),
});
/** Maximum number of pages, with 1000 channels each. */
const maxPages = 10;

async function byName(name: string, { slack }: SharedProbes): Promise<Channel | undefined> {
  let cursor = '';
  for (let looked = 0; looked < maxPages; looked += 1) {
    const { body } = await slack.ask('conversations.list', {
      types: 'public_channel,private_channel',
      limit: '1000',
      ...(cursor && { cursor }),
    });
    if (body.ok !== true) return refused(body.error, undefined, undefined);
    const { channels, response_metadata } = page.parse(body);
    const found = channels.find((candidate) => candidate.name === name);
    if (found) return found;
    cursor = response_metadata.next_cursor;
    if (cursor === '') return undefined;
  }
  return undefined;
}
