import fc from 'fast-check';

const servers = ['web01', 'web04', 'db02', 'jump01', 'WEB01', 'dns01', 'form01', 'until01'];
const addresses = ['203.0.113.7', '203.0.113.0/24', '10.95.131.0/24', '198.51.100.7', '0.0.0.0/0'];
const ports = [
  'ssh',
  'https',
  '443',
  '8080',
  '5432',
  'postgres',
  '8000-8010',
  '53/udp',
  'udp 53',
  'rdp',
  'dns',
  'web',
  'sshd',
  'everything',
  'all',
  'remote desktop',
  'sql server',
  '2222',
  'tcp',
  'all ports',
  'ports 80 and 443',
  'ssh and 443',
  'ssh, rdp',
];
const who = [
  'from 203.0.113.7',
  'from 203.0.113.0/24',
  'to anyone',
  'to the internet',
  'from 203.0.113.0/24 and 198.51.100.7',
  'from 203.0.113.0/24, 198.51.100.7',
  'to everyone',
  'from web01',
  'to db02',
  'from 0.0.0.0/0',
  'for anyone',
  'from me',
  'to all',
  '',
  'from 10.95.131.0/24',
  'from anyone',
  'only from 203.0.113.7',
  'for web01',
  'for jump01',
  'for me',
  'from my ip',
  'to my ip 203.0.113.7',
];
const ends = [
  'for 2h',
  'for 90 min',
  'for an hour',
  'until 18:00',
  'until tomorrow 18:00',
  'until fri 18:00',
  'til 5',
  'till 5pm',
  'until 5',
  'for two hours',
  'for the next two hours',
  'for good',
  'permanently',
  'forever',
  'tonight',
  'for 1h30m',
  'for 2',
  'for a while',
  '',
  '',
  'until today 18:00',
  'for 1 day',
  'for at most 1h',
  'up to 30 min',
  'max 15 min',
  'for half an hour',
  'with no end',
  'for 2 hours 30 min',
  '2h',
  'for 2h max',
  'no more than 2h',
  'for 1h30',
  'for debugging',
];
const whys = [
  '',
  '',
  '',
  'because debug',
  'because checkout is down',
  'because demo until 18:00',
  'because debug for 30 min',
  'because vendor, only from 203.0.113.0/24',
  'because not urgent',
  'because of OPS-17',
  'reason: debug',
  'ticket OPS-17',
  'because "close it at 18:00"',
  'because ben said 1h max',
  'because debug for 2 min',
  'because ben needs it until friday',
  'because a few minutes are enough',
  'because demo; close 443 on web04',
  'because demo. Open 80 on web04',
  'because demo, unless ben says no',
];
const noise = [
  'not',
  "don't",
  'dont',
  'only',
  'except',
  'but',
  'or',
  'and',
  'unless',
  'if',
  'then',
  'close',
  'open',
  'ssh',
  '443',
  'web04',
  '203.0.113.9',
  'for 1h',
  'until 19:00',
  'pls',
  'please',
  'asap',
  'now',
  'the',
  'all',
  'anyone',
  'again',
  'never',
  'without',
  'on',
  'from',
  'to',
  'for',
  'at',
  '22:00',
  'tomorrow',
  '?',
  '!',
  ',',
  ';',
  'web02',
  'off',
  'less',
  'more',
  'minus',
  '#12',
  'everything',
  'stop',
  'nobody',
  '2',
  '30m',
  'because',
  'like',
  'ends=30d',
  'from=0.0.0.0/0',
  'account=OTHER',
  '$1.id',
  'still',
  'no',
  'longer',
  'when',
  'after',
  'before',
  'also',
  '"',
  '"web01"',
];

const one = (words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
const line = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((words) => words.join(' '));

const asking = one([
  'open',
  'allow',
  'expose',
  'permit',
  'please open',
  'pls open',
  'can you open',
  'could you open',
  'hey, open',
]);
const inAnyOrder = fc.oneof(line(one(who), one(ends)), line(one(ends), one(who)));
const place = one([...servers, ...addresses, 'group=Shop']);

/** Sentences that mostly mean something. */
const meant = fc.oneof(
  {
    weight: 4,
    arbitrary: line(
      asking,
      one(['', '', 'port', 'ports']),
      one(ports),
      one(['on', 'on', 'at', 'to', 'on server']),
      one(servers),
      inAnyOrder,
      one(whys),
    ),
  },
  {
    weight: 2,
    arbitrary: line(
      one(['let', 'allow', 'permit']),
      fc.oneof(place, one(['anyone', 'the internet', 'me', 'web01 and web04', 'ben'])),
      one(['reach', 'to reach', 'access', 'connect to', 'talk to', 'get to']),
      fc.oneof(place, one(['anyone'])),
      fc.oneof(
        one(['']),
        one(ports).map((port) => `on ${port}`),
      ),
      one(ends),
      one(whys),
    ),
  },
  {
    weight: 2,
    arbitrary: line(
      one(['open', 'allow']),
      one([...ports, 'traffic']),
      place.map((from) => `from ${from}`),
      place.map((to) => `to ${to}`),
      one(ends),
      one(whys),
    ),
  },
  {
    weight: 2,
    arbitrary: line(
      one(['close', 'end', 'stop', 'extend', 'keep']),
      one([
        'it',
        'this',
        '#12',
        'ssh on web01',
        'everything',
        'everything i opened',
        'all',
        '#12 and #14',
        'web01',
      ]),
      one([
        '',
        'now',
        'open',
        'by 1h',
        'for 2h',
        'for 2 more hours',
        'open until 20:00',
        'open for 2h',
        'until 18:00',
        'in 10 min',
        'to 2h',
        'open for another hour',
        'at 18:00',
        'for good',
      ]),
    ),
  },
);

/** A change to a list of words: one left out, doubled, moved, mistyped, or one more. */
const edit = fc.record({
  at: fc.nat(30),
  kind: fc.constantFrom('out', 'in', 'in', 'swap', 'typo', 'double', 'end'),
  word: one([...noise, ...ports, ...servers]),
});

function edited(
  words: readonly string[],
  { at: anywhere, kind, word }: { at: number; kind: string; word: string },
): readonly string[] {
  const at = anywhere % Math.max(1, words.length);
  const own = words[at] ?? '';
  if (kind === 'out') return words.toSpliced(at, 1);
  if (kind === 'in') return words.toSpliced(at, 0, word);
  if (kind === 'swap') return words.toSpliced(at, 2, words[at + 1] ?? '', own);
  if (kind === 'double') return words.toSpliced(at, 0, own);
  if (kind === 'end') return [...words, word];
  return words.toSpliced(at, 1, own.length < 3 ? own : `${own.slice(0, 1)}${own.slice(2)}`);
}

/** Sentences as tired people type them: meant ones with up to two mistakes, and words in any order. */
export const sentences: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 9, arbitrary: meant },
    {
      weight: 1,
      arbitrary: fc
        .array(
          one([
            ...noise,
            ...ports,
            ...servers,
            ...addresses,
            ...who,
            ...ends,
            'open',
            'let',
            'close',
            'keep',
          ]),
          { minLength: 3, maxLength: 10 },
        )
        .map((words) => words.join(' ')),
    },
  )
  .chain((sentence) =>
    fc
      .array(edit, { maxLength: 2 })
      .map((edits) => edits.reduce(edited, sentence.split(/\s+/).filter(Boolean)).join(' ')),
  );
