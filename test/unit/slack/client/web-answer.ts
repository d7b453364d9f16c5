import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { request } from '../../../../src/http/request.ts';
import { slackWeb } from '../../../../src/slack/client/web.ts';

/** A Slack with a scripted response for each method and user, or user group, and view as JSON; it keeps the requests. */
export async function slackThat(
  answer: (method: string, token: string, about: string, view: string) => object,
) {
  const asked: string[] = [];
  const seen = { botToken: 'xoxb-1', renewed: 'xoxb-1', renewals: 0 };
  const { url, close } = await listenOnLoopback(async (request, response) => {
    const method = (request.url ?? '').replace('/api/', '');
    asked.push(method);
    const token = String(request.headers.authorization).replace('Bearer ', '');
    const given = new URLSearchParams(await text(request));
    const about = given.get('user') ?? given.get('usergroup') ?? '';
    const view = given.get('view') ?? '';
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answer(method, token, about, view)));
  });
  onTestFinished(close);
  const secretOf = (botToken: string) => ({ botToken, signingSecret: 's' });
  const call = slackWeb(
    {
      get: async () => secretOf(seen.botToken),
      renew: async () => {
        seen.renewals += 1;
        seen.botToken = seen.renewed;
        return secretOf(seen.botToken);
      },
    },
    `${url}/api/`,
    request,
  );
  return { asked, seen, call };
}
