import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Inline } from '../../../../local/text/inline-types.ts';
import { type Paragraph, parseMrkdwn, parsePlain } from '../../../../local/text/parse-mrkdwn.ts';

const text = (text: string): Inline => ({ is: 'text', text });
const styled = (style: 'bold' | 'italic' | 'strike' | 'code', ...inside: Inline[]): Inline => ({
  is: 'styled',
  style,
  inside,
});
const lines = (...inside: Inline[]): Paragraph => ({ is: 'lines', inside });
const quote = (...inside: Inline[]): Paragraph => ({ is: 'quote', inside });

test.each<[sentence: string, written: string, ...Paragraph[]]>([
  [
    'styles',
    '*b* _i_ ~s~',
    lines(
      styled('bold', text('b')),
      text(' '),
      styled('italic', text('i')),
      text(' '),
      styled('strike', text('s')),
    ),
  ],
  ['styles in styles', '*a _b_*', lines(styled('bold', text('a '), styled('italic', text('b'))))],
  ['no style inside words', 'a_b_c 2*3*4', lines(text('a_b_c 2*3*4'))],
  ['no style around spaces', '* a* *b *', lines(text('* a* *b *'))],
  ['no style over two lines', '*a\nb*', lines(text('*a\nb*'))],
  ['no empty style', '** __ ~~', lines(text('** __ ~~'))],
  [
    'a link in bold',
    '*<https://x.example|a*b>*',
    lines(styled('bold', { is: 'link', url: 'https://x.example', label: 'a*b' })),
  ],
  ['no style in code', '`*a* &lt;`', lines(styled('code', text('*a* <')))],
  [
    'code on lines of its own',
    'a\n```\n*b*\n  c\n```\nd',
    lines(text('a')),
    { is: 'code', text: '*b*\n  c' },
    lines(text('d')),
  ],
  [
    'quoted lines',
    'a\n&gt; b\n&gt; *c*\nd',
    lines(text('a')),
    quote(text('b\n'), styled('bold', text('c'))),
    lines(text('d')),
  ],
  ['a quote to the end', 'a\n&gt;&gt;&gt; b\nc', lines(text('a')), quote(text('b\nc'))],
  [
    'people, channels and groups',
    '<@U1|eve><#C1><!subteam^S1|@ops><!here>',
    lines(
      { is: 'mention', mark: '@', id: 'U1', label: 'eve' },
      { is: 'mention', mark: '#', id: 'C1' },
      { is: 'mention', mark: '@', id: 'S1', label: 'ops' },
      { is: 'broadcast', range: 'here' },
    ),
  ],
  [
    'a moment with a link',
    '<!date^9^{time}^https://x.example|nine>',
    lines({
      is: 'date',
      date: { seconds: 9, format: '{time}', fallback: 'nine' },
      url: 'https://x.example',
    }),
  ],
  ['entities once', '&amp;lt;', lines(text('&lt;'))],
  [
    'shortcodes',
    ':+1::wave::skin-tone-2: 10:30:00',
    lines(
      { is: 'emoji', name: '+1' },
      { is: 'emoji', name: 'wave::skin-tone-2' },
      text(' 10'),
      { is: 'emoji', name: '30' },
      text('00'),
    ),
  ],
])('Slack reads %s', (_, written, ...expected) => {
  expect(parseMrkdwn(written)).toEqual(expected);
});

/** All words of a tree, without their styles. */
function wordsOf(inlines: Inline[]): string {
  return inlines
    .map((inline) =>
      inline.is === 'text' ? inline.text : inline.is === 'styled' ? wordsOf(inline.inside) : '',
    )
    .join('');
}

test('text without markup stays as it is', () => {
  const plain = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll(/[*_~`<>&:]/g, ''));
  fc.assert(
    fc.property(plain.filter(Boolean), (written) => {
      expect(parseMrkdwn(written)).toEqual([lines(text(written))]);
      expect(parsePlain(written)).toEqual([text(written)]);
    }),
  );
});

test('a line loses nothing but the marks of its styles', () => {
  const pieces = fc.array(fc.constantFrom('*', '_', '~', ' ', 'a', 'b', 'é'), { minLength: 1 });
  fc.assert(
    fc.property(pieces, (written) => {
      const bare = (line: string): string => line.replaceAll(/[*_~]/g, '');
      const [paragraph] = parseMrkdwn(written.join(''));
      const shown = paragraph?.is === 'lines' ? wordsOf(paragraph.inside) : '';
      expect(bare(shown)).toBe(bare(written.join('')));
    }),
  );
});

test.each(['*', '<', '`', '_a', '*a ', '<@', '&gt;\n', '```'])(
  // A regular expression that backtracks at each of them would not end within the time limit.
  'half a million characters of %j take no time',
  (piece) => {
    const pieces = 500_000 / piece.length;
    expect(parseMrkdwn(piece.repeat(pieces))).not.toEqual([]);
  },
);
