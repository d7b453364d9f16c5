import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corrected, isHelp } from '../../../src/command-line/correct.ts';
import { answerTo, parseCommand } from '../../../src/command-line/parse-command.ts';
import { operations } from '../../../src/operations/index.ts';
import { words } from '../../support/in-memory/memory.ts';

describe('the corrected line', () => {
  test.each([
    ['alrt list', 'alert list'],
    ['alert lsit', 'alert list'],
    ['alret shwo "Disk 80"', 'alert show "Disk 80"'],
    ['firewal inta lst de1', 'firewall intra list de1'],
    ['alert policy lst', 'alert policy list'],
    ['alert create x dsk=80 to=ops@example.com', 'alert create x disk=80 to=ops@example.com'],
    [
      'alret create x dsk=80 to=ops@example.com why="a b"',
      'alert create x disk=80 to=ops@example.com why="a b"',
    ],
    ['invoice 2026-10 pricng=estimate', 'invoice 2026-10 pricing=estimate'],
    ['alert list acount=ACDV', 'alert list account=ACDV'],
    ['alret show Disk 80', 'alert show Disk 80'],
    ['ip add web04 htps', 'ip add web04 https'],
    ['ip add web04 443 sqh from=anyone', 'ip add web04 443,ssh from=anyone'],
    [
      'alert assign "Disk 80" WEB01 starts="tommorow 18:00"',
      'alert assign "Disk 80" WEB01 starts="tomorrow 18:00"',
    ],
    ['alert assign "Disk 80" WEB01 end=2h', 'alert assign "Disk 80" WEB01 ends=2h'],
    ['alert show "Disk 80', 'alert show "Disk 80"'],
    ['alert delete "Disk 80 why=x', 'alert delete "Disk 80 why=x"'],
    ['"alert list', 'alert list'],
    ['help alret create', 'help alert create'],
    ['alret assign', 'alert assign'],
    ['alret show', 'alert show'],
    ['alret', 'alert'],
  ])('%s → %s', (line, better) => {
    expect(corrected(line)).toBe(better);
    const parsed = parseCommand(line);
    if (parsed.kind === 'prepared') throw new Error('It would run as it is');
    if (!line.startsWith('help')) expect(words(answerTo(parsed))).toContain(`Did you mean ${better}`);
  });

  test.each([
    'alert list',
    'alert show',
    'frobnicate',
    'moon land',
    'alert list foo=1',
    'alert assign Night watch web01',
    'alert create x disk=80 dsk=90 to=ops@example.com',
    'server show web 01',
    'alert delete x why="y" why="z"',
    'approve #1',
    'firewall list de1 va1',
    'alrt create x disk=83 to=ops@example.com',
    'ip remve web01 203.0.113.10 ends=2h',
  ])('is missing for %s', (line) => {
    expect(corrected(line)).toBeUndefined();
  });

  test('requests the same as the line without its typo, or is not offered', () => {
    const typo = fc.record({ word: fc.nat(), at: fc.nat(), how: fc.constantFrom('swap', 'drop', 'double') });
    fc.assert(
      fc.property(fc.constantFrom(...operations), typo, ({ example }, { word, at, how }) => {
        const right = parseCommand(example);
        if (right.kind !== 'prepared') throw new Error(example);
        const { prepared } = right;
        const typed = example.split(' ');
        const replyTo = word % prepared.operation.words.length;
        const letters = typed[replyTo] ?? '';
        const cut = at % letters.length;
        const [before, letter, after] = [letters.slice(0, cut), letters.charAt(cut), letters.slice(cut + 1)];
        const wrong = {
          drop: before + after,
          double: before + letter + letter + after,
          swap: before + after.charAt(0) + letter + after.slice(1),
        }[how];
        typed[replyTo] = wrong;
        const line = typed.join(' ');
        const parsed = parseCommand(line);
        if (parsed.kind === 'prepared' || parsed.corrected === undefined) return;
        const again = parseCommand(parsed.corrected);
        if (again.kind !== 'prepared') return;
        // A mistyped word can be nearer to that of another command, which reads or is previewed as well.
        if (again.prepared.operation === prepared.operation) {
          expect(again.prepared.raw).toEqual(prepared.raw);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('is offered once: nothing is corrected a second time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('alrt list', 'hlp', 'alert shwo', 'alert create x dsk=80', '"', "alert list '"),
        fc.string({ unit: 'binary', maxLength: 40 }),
        (start, more) => {
          const better = corrected(`${start} ${more}`);
          if (better === undefined) return;
          const second = corrected(better);
          expect(second === undefined || second.length <= 2000).toBe(true);
        },
      ),
    );
  });
});

test.each([
  ['?', 'What do you want to do?'],
  ['hlp', 'What do you want to do?'],
  ['hlp alert', 'Commands: alert'],
  ['alert help', 'Commands: alert'],
  ['firewall intra --help', 'Commands: firewall intra'],
  ['show me the firewalls please', 'Commands: firewall'],
  ['what alerts are there?', 'Commands: alert'],
])('“%s” asks for help', (line, expected) => {
  const parsed = parseCommand(line);
  expect(parsed.kind !== 'prepared' && words(answerTo(parsed))).toContain(expected);
});

test('an open quote is reported as such, with a command and without one', () => {
  for (const line of ['alert show "Disk 80', '"alert list', "alert create 'x disk=80", 'moon "land']) {
    const parsed = parseCommand(line);
    const said = parsed.kind === 'prepared' ? '' : words(answerTo(parsed));
    expect(said, line).toContain('isn’t closed');
    expect(said, line).not.toContain('Unknown command');
  }
});

test('a form has a mistyped option under its correct name', () => {
  const parsed = parseCommand('alert create x dsk=80');
  expect(parsed).toMatchObject({ kind: 'mistaken', raw: { name: 'x', disk: '80' } });
});

test.each(['help', '?', '--help', '-h', 'HELLO', 'hi', 'hlp', 'hepl'])('“%s” asks for help', (word) => {
  expect(isHelp(word)).toBe(true);
});

test.each(['', 'chi', 'h', 'alert', 'alrt', 'list'])('“%s” does not ask for help', (word) => {
  expect(isHelp(word)).toBe(false);
});

test('a line that is too long for a button is not offered', () => {
  const right = (length: number) => `alert show ${'x'.repeat(length - 'alert show '.length)}`;
  expect(corrected(right(2000).replace('alert', 'alrt'))).toBe(right(2000));
  expect(corrected(right(2001).replace('alert', 'alrt'))).toBeUndefined();
});
