import { expect, test } from 'vitest';
import { responseUrlCheck } from '../../../../src/slack/client/response-url.ts';

const slack = 'https://slack.com/api/';
const govSlack = 'https://slack-gov.com/api/';
const local = 'http://127.0.0.1:5150/api/';
const homeTeam = async () => ({ id: 'T0HOME', enterprise: 'E0GRID' });
const rest = '879226852644/M9zQugHnZCMtXNXwdbYIynmw';
const ofHome = `https://hooks.slack.com/commands/T0HOME/${rest}`;

test.each([
  ['of a command', slack, ofHome],
  ['of a click', slack, `https://hooks.slack.com/actions/T0HOME/${rest}`],
  ['of an app of the whole organization', slack, `https://hooks.slack.com/actions/E0GRID/${rest}`],
  ['of GovSlack', govSlack, `https://hooks.slack-gov.com/commands/T0HOME/${rest}`],
  ['of the local Slack', local, 'http://127.0.0.1:5150/hooks/commands/T0SKYDESK/1/abc'],
  ['of Slack itself behind a proxy for its Web API', 'https://proxy.example/api/', ofHome],
])('an answer goes to a response URL %s', async (_, apiUrl, url) => {
  expect(await responseUrlCheck(apiUrl, homeTeam)(url)).toBe(true);
});

test.each([
  ['without TLS', slack, ofHome.replace('https', 'http')],
  ['on another host', slack, `https://evil.example/commands/T0HOME/${rest}`],
  ['on a host whose name begins like Slack’s', slack, ofHome.replace('.com', '.com.evil.example')],
  ['on a host whose name ends like Slack’s', slack, ofHome.replace('hooks.', 'evilhooks.')],
  ['with Slack’s name before an @', slack, `https://hooks.slack.com@evil.example/commands/T0HOME/${rest}`],
  ['with a name and a password', slack, ofHome.replace('//', '//user:password@')],
  ['on another port', slack, ofHome.replace('.com', '.com:8443')],
  ['of another workspace', slack, ofHome.replace('T0HOME', 'T0EVIL')],
  ['of another workspace, by a path that goes up', slack, ofHome.replace('T0HOME', 'T0HOME/../T0EVIL')],
  ['of another workspace, by an encoded path', slack, ofHome.replace('T0HOME', 'T0HOME%2f..%2fT0EVIL')],
  ['of an incoming webhook', slack, `https://hooks.slack.com/services/T0HOME/${rest}`],
  ['of a workflow', slack, `https://hooks.slack.com/triggers/T0HOME/${rest}`],
  ['of a method of the Web API, with their token', slack, 'https://slack.com/api/chat.postMessage?token=x'],
  ['of a method of GovSlack’s', govSlack, 'https://slack-gov.com/api/chat.postMessage?token=x'],
  ['with a query', slack, `${ofHome}?x=1`],
  ['with another line after it', slack, `${ofHome}\n`],
  ['on another port of this machine', local, 'http://127.0.0.1:5151/hooks/commands/T0SKYDESK/1/abc'],
  ['on a local address in a deployment', slack, 'http://169.254.169.254/latest/meta-data'],
  ['that is no URL', slack, 'steal'],
  ['that is no URL, locally', local, 'steal'],
])('no answer goes to a response URL %s', async (_, apiUrl, url) => {
  expect(await responseUrlCheck(apiUrl, homeTeam)(url)).toBe(false);
});
