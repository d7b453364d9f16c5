import { expect, test } from 'vitest';
import { unescapeSlackText } from '../../../../src/slack/receive/unescape.ts';

test.each([
  ['plain text stays the same', 'alert list', 'alert list'],
  ['a mail link becomes the address', 'to=<mailto:a@b.co|a@b.co>', 'to=a@b.co'],
  ['a web link becomes the typed text', '<http://example.com|example.com>', 'example.com'],
  ['a bare link loses its brackets', '<https://example.com>', 'https://example.com'],
  [
    'quotation marks, dashes and full-width characters stay',
    'show “A” «B» ‘C’ – ４',
    'show “A” «B» ‘C’ – ４',
  ],
  ['non-breaking spaces become plain', 'alert\u00a0list', 'alert list'],
  ['zero-width characters are removed', 'al\u200bert list', 'alert list'],
  ['line breaks stay', 'plan "a\u00a0b\n  c “d”"', 'plan "a b\nc “d”"'],
  ['entities are decoded once', 'a &lt;b&gt; &amp;amp;', 'a <b> &amp;'],
  [
    'a mention of everybody keeps its text',
    '<!channel> <!here|here> <!everyone|@everyone>',
    '@channel @here @everyone',
  ],
  ['a user group keeps its handle', '<!subteam^S0OPS|@ops>', '@ops'],
  ['a user group without a handle keeps the id', '<!subteam^S0OPS> <!subteam^S0OPS|>', '@S0OPS @S0OPS'],
  ['a date keeps its text', '<!date^1700000000^{date}|14 Nov>', '14 Nov'],
  ['a mention of a person keeps the id', 'who=<@U0ANA|ana>', 'who=@U0ANA'],
  ['a mention of a person without a name keeps the id', 'who=<@U0ANA>', 'who=@U0ANA'],
  ['a channel keeps its name', '<#C0OPS|ops>', '#ops'],
  ['a channel without a name keeps its id', '<#C0OPS> <#C0OPS|>', '#C0OPS #C0OPS'],
])('%s', (_, text, meant) => {
  expect(unescapeSlackText(text)).toBe(meant);
});
