import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineIn } from '../../../../src/slack/receive/mention.ts';

const line = (text: string) => lineIn(text, 'U0BOT', '/cloud');

test.each([
  ['the line after the mention', '<@U0BOT> alert list', 'alert list'],
  ['the mention with a name', '<@U0BOT|skydesk> alert list', 'alert list'],
  ['nothing', '<@U0BOT>', ''],
  ['only the mention', '<@U0BOT>: ', ''],
  ['a comma after the name', '<@U0BOT>, alert list', 'alert list'],
  ['words before the mention', 'could you <@U0BOT> alert list', 'alert list'],
  ['a mention at the end', 'alert list <@U0BOT>', 'alert list'],
  ['the command as answers show it', '<@U0BOT> /cloud alert list', 'alert list'],
  ['the command alone', '<@U0BOT> /cloud', ''],
  ['a word that begins like the command', '<@U0BOT> /clouds', '/clouds'],
  ['a line in backticks', '<@U0BOT> `alert show x`', 'alert show x'],
  ['a line in a block of code', '<@U0BOT> ```/cloud alert list```', 'alert list'],
  ['backticks inside the line', '<@U0BOT> alert show `x`', 'alert show `x`'],
  ['full-width punctuation after the name', '<@U0BOT>， alert list', 'alert list'],
  ['smart quotes', '<@U0BOT> alert show “Disk 80”', 'alert show “Disk 80”'],
  ['links', '<@U0BOT> alert create x to=<mailto:a@b.co|a@b.co>', 'alert create x to=a@b.co'],
  ['entities', '<@U0BOT> server find a&amp;b', 'server find a&b'],
  ['somebody else', '<@U0BOT> history who=<@U0ANA>', 'history who=@U0ANA'],
  ['somebody else first', '<@U0ANA> <@U0BOT> history', 'history'],
  ['the bot as a word of the line', '<@U0BOT> history who=<@U0BOT>', 'history who=@U0BOT'],
])('a message with %s', (_, text, expected) => {
  expect(line(text)).toBe(expected);
});

test('any message gives the line without the leading mention', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, behind) => {
      const read = line(`${before}<@U0BOT>${behind}`);
      expect(read).toBe(read.trim());
      expect(read.startsWith('@U0BOT')).toBe(false);
    }),
  );
});
