import { type Clock, type Instant, type Millis, minute } from '../../core/clock.ts';
import { type Check, type CheckResult, ok, warning, wrong } from '../probes/check.ts';
import type { McpProbe, McpResponse, Probes } from '../probes/probes.ts';

/** Maximum age of a signature. */
const toleranceMs: Millis = 5 * minute;

const deployAgain = 'Deploy again with --param="mcp=true", and set MCP_URL to the stack’s output McpUrl.';

/** Checks that the MCP endpoint accepts only signed requests, and that the policy allows agents. Another check covers scopes. */
export const agents: Check = {
  name: 'Agents',
  system: 'the MCP endpoint',
  timeoutMs: 20_000,
  async run(probes) {
    if (!probes.mcp) return [ok('Agents are turned off.')];
    return [
      (await problemOf(probes.mcp, probes.clock)) ??
        ok(
          probes.mcp.discoverSigned
            ? 'The MCP endpoint takes signed requests, and no others.'
            : 'The MCP endpoint answers, and takes no unsigned requests.',
        ),
      ...policyFinding(probes.policy),
    ];
  },
};

/** Warns if the policy restricts channels: agents' calls come from direct messages, which `channels` can't name. */
function policyFinding(policy: Probes['policy']): readonly CheckResult[] {
  if ('problems' in policy || policy.read.channels === undefined) return [];
  return [
    warning(
      'Every call of an agent is refused: policy.json has channels, and agents ask in direct messages.',
      'Remove channels from policy.json and deploy again, or turn agents off with --param="mcp=false".',
    ),
  ];
}

async function problemOf(mcp: McpProbe, clock: Clock): Promise<CheckResult | undefined> {
  const problem = unsignedFinding(await mcp.discover());
  return problem ?? (mcp.discoverSigned && signedFinding(await mcp.discoverSigned(), clock()));
}

function unsignedFinding({ status }: McpResponse): CheckResult | undefined {
  if (status === 401) return undefined;
  if (status === 404) return wrong('Nothing answers at MCP_URL (404).', deployAgain);
  if (status >= 500) return failed(status);
  return wrong(
    `The MCP endpoint answered an unsigned request with ${status} instead of 401.`,
    status < 300
      ? 'Deploy with --param="mcp=false" until you know why: anyone could call it.'
      : 'Check that MCP_URL is the stack’s output McpUrl, and that nothing else answers there.',
  );
}

function signedFinding({ status, revisions, at = 0 }: McpResponse, now: Instant): CheckResult | undefined {
  if (status === 401) {
    const off = at === 0 ? 0 : Math.abs(now - at);
    return off > toleranceMs
      ? wrong(
          'The MCP endpoint refused a signed request: this clock and its own differ by more than five minutes.',
          'Synchronize the clock (NTP): signed requests expire within 5 minutes.',
        )
      : wrong(
          'The MCP endpoint refused a signed request, so its signing secret is another one.',
          'Set SLACK_SIGNING_SECRET_ID to the secret of this deployment. If the secret was just changed, run this again.',
        );
  }
  if (status >= 500) return failed(status);
  if (status === 200 && revisions) return undefined;
  return wrong(`What answers at MCP_URL isn’t an MCP server (${status}).`, deployAgain);
}

const failed = (status: number): CheckResult =>
  wrong(
    `The MCP endpoint failed (${status}).`,
    'Read the log of its function, whose name ends in -mcp. If it says nothing, run this again.',
  );
