import type { Tool } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { pickTool } from '../../../../../local/slack/slackbot/pick-tool.ts';
import { tools } from '../../../../../src/agents/tools.ts';
import { sampleTools } from './sample-tools.ts';

const picked = (sentence: string) => {
  const choice = pickTool(sentence, sampleTools);
  return choice && [choice.tool.name, choice.args, choice.missing.map(({ name }) => name)];
};

/** As they come over the wire. */
const ownTools: readonly Tool[] = JSON.parse(JSON.stringify(tools));

const https = { ports: ['tcp/443'], source: ['203.0.113.0/24'], destination: ['10.12.34.0/24'] };

test.each([
  ['which alerts are there?', 'alert_list', {}],
  ['Please list the alert policies.', 'alert_list', {}],
  ['show me the server web01', 'server_show', { server: 'web01' }],
  ['Show the night watch policy', 'alert_show', { policy: 'night watch' }],
  ['show the policy "Memory high"', 'alert_show', { policy: 'Memory high' }],
  ['find servers called web', 'server_find', { text: 'web' }],
  ['assign the night watch policy to web01', 'alert_assign', { policy: 'night watch', server: ['web01'] }],
  ['assign the Night watch policy to jump', 'alert_assign', { policy: 'Night watch', server: ['jump'] }],
  [
    'assign “Night watch” to web01 and web02 because of the sale',
    'alert_assign',
    { policy: 'Night watch', server: ['web01', 'web02'], why: 'the sale' },
  ],
  ['delete alert policy cpu', 'alert_delete', { policy: 'cpu' }],
  ['what became of request #1042?', 'request_status', { request: '#1042' }],
  ['how much did we spend in the last 6 months?', 'invoice_trend', { months: 6 }],
  ['alert_show policy="Disk 80"', 'alert_show', { policy: 'Disk 80' }],
  [
    'open port 443 from 203.0.113.0/24 to 10.12.34.0/24 in de1 because the shop needs it',
    'firewall_intra_create',
    { ...https, dc: 'de1', why: 'the shop needs it' },
  ],
])('“%s” asks for %s', (sentence, name, args) => {
  expect(picked(sentence)).toEqual([name, args, []]);
});

test.each([
  ['assign an alert policy', 'alert_assign', {}, ['policy', 'server']],
  ['assign the night watch policy', 'alert_assign', { policy: 'night watch' }, ['server']],
  ['open port 443 from 203.0.113.0/24 to 10.12.34.0/24', 'firewall_intra_create', https, ['dc', 'why']],
])('“%s” asks for %s and lacks something', (sentence, name, args, missing) => {
  expect(picked(sentence)).toEqual([name, args, missing]);
});

test.each(['hello', 'tell me a joke', 'approve everything', '', '#1042', '= "" =', '🙂'])(
  '“%s” asks for no tool',
  (sentence) => {
    expect(picked(sentence)).toBeUndefined();
  },
);

test.each([
  ['Which alerts are there?', 'alert_list'],
  ['Show me the server web01', 'server_show'],
  ['Assign the Night watch policy to jump', 'alert_assign'],
  [
    'Open port 443 from 10.12.34.0/24 to 10.12.35.0/24 in de1 because the shop needs the payment API',
    'firewall_intra_create',
  ],
  ['What became of request #1042?', 'request_status'],
  ['How much did we spend in the last 6 months?', 'invoice_trend'],
  ['Which firewall policies are there in de1?', 'firewall_list'],
  ['What is waiting for approval?', 'approvals'],
  ['Who am I?', 'whoami'],
])('of Skydesk’s own tools, “%s” picks %s with all that it requires', (sentence, name) => {
  const choice = pickTool(sentence, ownTools);
  expect([choice?.tool.name, choice?.missing]).toEqual([name, []]);
});

test('the order of the tools makes no difference', () => {
  const sentence = 'which alerts are there?';
  expect(pickTool(sentence, sampleTools.toReversed())).toEqual(pickTool(sentence, sampleTools));
});
