import fc from 'fast-check';
import { expect, test } from 'vitest';
import { context, link, note } from '../../../../src/answer/answer.ts';
import { draw } from '../../../../src/slack/render/draw.ts';

const shown = (permalink: string, text = '#1042'): string =>
  JSON.stringify(draw([note(link(permalink, text)), context('about ', link(permalink, text))], '/cloud'));

const message = 'https://acme.slack.com/archives/C0APPROVALS/p1795343591000458';

test.each([
  ['of a message', message],
  ['of a reply', `${message}?thread_ts=1795343591.000458&cid=C0APPROVALS`],
  ['in an organization of Enterprise Grid', message.replace('acme.', 'acme.enterprise.')],
  ['in GovSlack', message.replace('slack.com', 'slack-gov.com')],
])('a permalink %s is a link, in text and in small print', (_, permalink) => {
  const rendered = shown(permalink);
  expect(rendered).toContain(`{"type":"link","url":"${permalink}","text":"#1042"}`);
  expect(rendered).toContain(`about <${permalink.replace('&', '&amp;')}|#1042>`);
});

test.each([
  ['another host', message.replace('slack.com', 'slack.example.com')],
  ['a host that ends like Slack’s', message.replace('acme.slack.com', 'notslack.com')],
  ['no https', message.replace('https', 'http')],
  ['a user in it', message.replace('acme.', 'acme.slack.com@evil.')],
  ['markup after it', `${message}|x>`],
  ['a script', 'javascript:alert(1)'],
])('an address with %s is shown as its text only', (_, address) => {
  expect(shown(address)).not.toMatch(/"link"|<http|<javascript/);
  expect(shown(address)).toContain('#1042');
});

test('no other text becomes a link, and no text of a link becomes markup', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.string(), (address, text) => {
      expect(shown(address, text)).not.toContain('"type":"link"');
      // Rich text is no markup, so only the small print could be misread.
      expect(shown(message, text)).not.toMatch(/"mrkdwn","text":"about [^"]*<[@!#]/);
    }),
  );
});
