import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from '../../../src/command-line/parse-command.ts';

/** The command that a line is read as; the kind of its mistake if there is none. */
function readAs(line: string): string {
  const parsed = parseCommand(line);
  return parsed.kind === 'prepared' ? parsed.prepared.line : parsed.kind;
}

/** What phones, office programs and input methods write in place of a hyphen. */
const dashes = ['-', '‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣'];
const wide = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0);

/** A text with some of its hyphens, digits and signs in other characters that stand for them. */
const typedOtherwise = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...text].map((character) => {
        if (character === '-') return fc.constantFrom(...dashes);
        return /[!-~]/.test(character) && !/["'\\]/.test(character)
          ? fc.constantFrom(character, wide(character))
          : fc.constant(character);
      }),
    )
    .map((characters) => characters.join(''));

test.each([
  'ip add DE1ACMEWEB03 tcp/8080-8081 from=203.0.113.0/24 internal=10.0.0.12',
  'ip update DE1ACMEWEB03 203.0.113.10 udp/53 icmp',
  'alert create Disk disk=90 for=10m to=ops@example.com starts="2026-12-01 18:00" ends=2h ticket=OPS-17',
  'alert create Disk cpu=80 for=cpu:10m to=ops@example.com starts=2026-12-01T18:00:00+01:00',
  'firewall show de1 ac11a45805692c2be6249d2cd0f08ed2 account=ACME',
  'reach 10.0.0.5-10.0.0.9 DE1ACMEDB02 tcp/5432',
  'autoscale remove web-01 db0?',
  'history since=2026-11-01 before=120',
  'history verify hash=3f2a9c1e77b04d15 from=12',
  'invoice 2026-10',
  'custom-fields',
  'changed adopt 00000000-1-0 reason=Planned',
  'extend #1 2h',
  'key revoke 7f3a21',
  'job show de1-10001',
  'plan "alert delete Disk" all-or-nothing=yes',
])('“%s” means the same with any dashes and full-width characters', (line) => {
  const meant = readAs(line);
  // The recipients, the names and the reasons are text.
  const typed = line
    .split(/((?:"alert delete Disk"|Disk|de1 |to=\S+|reason=\S+) ?)/)
    .map((part, at) => (at % 2 ? fc.constant(part) : typedOtherwise(part)));
  fc.assert(
    fc.property(fc.tuple(...typed), (parts) => {
      expect(readAs(parts.join(''))).toBe(meant);
    }),
  );
  expect(meant).not.toBe('mistaken');
});

test.each(['—help', '–help', '−−help', '‑h', '－h', '--help', '-h'])(
  '“alert create %s” asks for help',
  (flag) => {
    expect(readAs(`alert create ${flag}`)).toBe('help');
  },
);

test('a name and a reason keep every dash, quotation mark and full-width character', () => {
  const character = fc.constantFrom(...dashes, ...'“”„‘’«»＂４Ａ＝：、…');
  const words = fc
    .string({ unit: fc.oneof(character, fc.constantFrom(...'ab ')), minLength: 1 })
    .map((text) => `a${text}b`);
  fc.assert(
    fc.property(words, words, (name, why) => {
      const parsed = parseCommand(`alert create "${name}" disk=90 to=ops@example.com why="${why}"`);
      expect(parsed.kind === 'prepared' && parsed.prepared.raw).toMatchObject({ name, why });
    }),
  );
});
