import { expect, test } from 'vitest';
import type { PrintedEntry } from '../../../../local/terminal/printer.ts';
import { createChangeRenderer } from '../../../../local/terminal/render-changes.ts';
import { hasColours, truncate, widthOf } from '../../../../local/terminal/terminal-page.ts';

const names: Record<string, string> = {
  U0ANA: 'ana',
  U0BEN: 'ben',
  C0APPROVALS: 'approvals',
  U0SKYDESK: 'Skydesk',
};
const page = {
  width: 40,
  colours: false,
  zone: 'Etc/UTC',
  now: 0,
  nameOf: (id: string) => names[id],
};
const everybody = ['U0ANA', 'U0BEN'];
const posted = (ts: string, text: string, more = {}): PrintedEntry => ({
  kind: 'message.posted',
  data: { message: { channel: 'C0APPROVALS', user: 'U0SKYDESK', ts, text, ...more } },
  audience: everybody,
});
const edited = (ts: string, text: string): PrintedEntry => ({ ...posted(ts, text), kind: 'message.changed' });

test('an edited message is shown as its new lines', () => {
  const changes = createChangeRenderer(page);
  expect(changes([posted('1', 'Create policy\n0 of 2')])).toEqual([
    'Skydesk in #approvals',
    '  Create policy',
    '  0 of 2',
  ]);
  expect(changes([edited('1', 'Create policy\n1 of 2')])).toEqual(['edited in #approvals', '  1 of 2']);
  expect(changes([edited('1', 'Create policy')])).toEqual([]);
});

test('a long line with a risk continues below, so that no reason is lost', () => {
  const changes = createChangeRenderer(page);
  const risk = 'Risk 7 of 14: all ports incl. SSH, RDP (3) · other account ACDV (2) → 2 approvals';
  expect(changes([posted('1', risk)])).toEqual([
    'Skydesk in #approvals',
    '  Risk 7 of 14: all ports incl. SSH,',
    '    RDP (3) · other account ACDV (2) → 2',
    '    approvals',
  ]);
});

test.each([
  ['fits', 'ten chars!', 10, 'ten chars!'],
  ['is too long', 'eleven char', 10, 'eleven ch…'],
  ['would be cut within a wide character', 'abc🙂🙂', 6, 'abc🙂…'],
  ['has styles', '\u001b[1mbold text\u001b[22m', 6, '\u001b[1mbold \u001b[22m…'],
])('a line that %s', (_, line, width, shown) => {
  expect(truncate(line, width)).toBe(shown);
  expect(widthOf(shown)).toBeLessThanOrEqual(width);
});

const terminal = { isTTY: true, hasColors: () => true };
test.each([
  ['a terminal', terminal, {}, true],
  ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
  ['a terminal without colours', { ...terminal, hasColors: () => false }, {}, false],
  ['a file or pipe', {}, {}, false],
])('%s', (_, stream, environment, coloured) => {
  expect(hasColours(stream, environment)).toBe(coloured);
});
