import { expect, test } from 'vitest';
import { pickTool } from '../../../../../local/slack/slackbot/pick-tool.ts';
import { sampleTools } from './sample-tools.ts';

const picked = (sentence: string) => {
  const choice = pickTool(sentence, sampleTools);
  return choice && [choice.tool.name, choice.args, choice.missing.map(({ name }) => name)];
};

const https = { ports: ['tcp/443'], source: ['203.0.113.0/24'], destination: ['10.12.34.0/24'] };

test.each([
  ['which alerts are there?', 'alert_list', {}],
  ['Please list the alert policies.', 'alert_list', {}],
  ['show me the server web01', 'server_show', { server: 'web01' }],
  ['Show the night watch policy', 'alert_show', { policy: 'night watch' }],
  ['show the policy "Memory high"', 'alert_show', { policy: 'Memory high' }],
  ['find servers called web', 'server_find', { text: 'web' }],
  ['assign the night watch policy to web01', 'alert_assign', { policy: 'night watch', server: ['web01'] }],
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

test('the order of the tools makes no difference', () => {
  const sentence = 'which alerts are there?';
  expect(pickTool(sentence, sampleTools.toReversed())).toEqual(pickTool(sentence, sampleTools));
});
