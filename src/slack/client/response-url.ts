import type { HomeTeam } from './home-team.ts';

/**
 * The response URLs that Slack issues for slash commands and clicks, with the id of the workspace or of its organization. The
 * second host is GovSlack's.
 */
const issuedBySlack = /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:commands|actions)\/([A-Z0-9]+)\/\w+\/\w+$/;
const slackItself = /(^|\.)slack(-gov)?\.com$/;

/**
 * Checks whether Slack issued a `response_url` for the home team. Requests contain the URL, so anyone who can sign one could
 * redirect answers to their own host or workspace. If `apiUrl` isn't Slack's own, URLs of its origin are accepted as well.
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
