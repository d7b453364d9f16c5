import type { HomeTeam } from './home-team.ts';

/** What Slack issues for slash commands and clicks, with the id of the workspace, or of its organization. The second host is GovSlack's. */
const issuedBySlack = /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:commands|actions)\/([A-Z0-9]+)\/\w+\/\w+$/;
const slackItself = /(^|\.)slack(-gov)?\.com$/;

/**
 * Tells whether a `response_url` is one that Slack issued for the home team. Requests name it, so who can sign one could have
 * answers sent to a host of theirs, or to a workspace of theirs. Where `apiUrl` isn't Slack's own, its origin may have them too.
 */
export function responseUrlCheck(
  apiUrl: string,
  homeTeam: () => Promise<HomeTeam>,
): (url: string) => Promise<boolean> {
  const { origin, hostname } = new URL(apiUrl);
  const isStandIn = !slackItself.test(hostname);
  return async (url) => {
    if (isStandIn && URL.parse(url)?.origin === origin) return true;
    const [, team] = issuedBySlack.exec(url) ?? [];
    if (team === undefined) return false;
    const { id, enterprise } = await homeTeam();
    return team === id || team === enterprise;
  };
}
