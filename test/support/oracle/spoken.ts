/* What a sentence says, found by searching it: this shares no code with the grammar, which reads from the first word to the last. */

const unitMinutes = { m: 1, h: 60, d: 1440, w: 10_080 } as const;
const spokenNumbers: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };

const address = /\d+\.\d+\.\d+\.\d+(?:\/\d+)?/g;
const span =
  /half an hour|(?<=another |the next )(?:hour|day|week)\b|\b(?:an?|one|two|three) (?:more )?(?:hours?|days?|weeks?)\b(?: \d+ ?m(?:in)?\b)?|(?:\d+ ?(?:more )?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|[mhdw])(?![a-z])[ ]?)+/g;
const clock =
  /(?:(today|tomorrow|mon|tue|wed|thu|fri|sat|sun)\w* (?:at )?)?(\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)(?: (today|tomorrow|mon|tue|wed|thu|fri|sat|sun)\b)?/g;
const everyone =
  /\b(?:anyone|anybody|everyone|everybody|the internet|internet|the world|anywhere)\b|\b0\.0\.0\.0\/0/;
const forGood = /\b(?:for good(?! reason)|permanently|forever|with no end|without an end)\b/;
/** Words that make less of what is asked for, put it off, or take it back. “only” behind a place or a time repeats it. */
const narrowing =
  /(?<![\w'])(?:not|don'?t|never|no|nobody|none|except|but|minus|unless|if|when|once|after|before|or|less|off|still|maybe|like|also|again|then|and (?:close|open|let|end))(?![\w'])/;

const portsOfServices: Readonly<Record<string, readonly string[]>> = {
  'remote desktop': ['tcp/3389'],
  'sql server': ['tcp/1433'],
  https: ['tcp/443'],
  postgres: ['tcp/5432'],
  ssh: ['tcp/22'],
  rdp: ['tcp/3389'],
  dns: ['tcp/53', 'udp/53'],
  web: ['tcp/80', 'tcp/443'],
};

/** The options and the other words of a line. */
function optionsIn(line: string) {
  const options = new Map<string, string>();
  const rest = line.replace(/(?<=^| )([a-z]+)=("(?:[^"\\]|\\.)*"|\S+)/g, (_, key: string, value: string) => {
    options.set(key, value.replace(/^"|"$/g, ''));
    return '';
  });
  return { options, words: rest.split(/\s+/).filter(Boolean) };
}

const minutesOf = (words: string): number => {
  if (words.startsWith('half')) return 30;
  const counted = words.replace('more ', '').replace(/^(hour|day|week)/, '1 $1');
  return [...counted.matchAll(/(\d+|an?|one|two|three) ?([mhdw])/g)].reduce((sum, [, number = '', unit]) => {
    const amount = spokenNumbers[number] ?? Number(number);
    return (
      sum + amount * (unit === 'm' || unit === 'h' || unit === 'd' || unit === 'w' ? unitMinutes[unit] : 0)
    );
  }, 0);
};

const sorted = (words: Iterable<string>): string => [...new Set(words)].sort().join(' ');
const inText = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([found]) => found.trim());

/** The body of a sentence and its reason, in lower case. */
function partsOf(sentence: string): { readonly body: string; readonly reason: string } {
  const low = sentence.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();
  const [, body = low, reason = ''] = /^(.*?)\s(?:because|reason:)\s(.*)$/.exec(low) ?? [];
  return { body, reason: reason.replace(/(?<=")(?: (?:now|please|pls|asap|[!.]))+$/, '') };
}

/**
 * Returns in which ways a change says something else than its sentence: more, longer, elsewhere, or for others. `line` is the command that
 * the sentence was understood as, with the options of the forms under its answer. An empty option is one that a form asks for.
 */
export function misheard(sentence: string, line: string): readonly string[] {
  const { options, words } = optionsIn(line);
  const [verb = ''] = words;
  if (!['ip', 'reach', 'end', 'extend', 'keep'].includes(verb)) return [];
  const { body, reason } = partsOf(sentence);
  if (/^(?:(?!\bbecause\b).)*\bfor good reason:/.test(sentence.toLowerCase()))
    return ['a good reason is no end'];
  const isMove = ['end', 'extend', 'keep'].includes(verb);
  return [
    ...wordsThatNarrow(options.get('ends') === '' ? body.replace(/\bonly\b/g, '') : body, verb),
    ...(isMove ? moved(body, words) : [...otherEnds(body, options), ...otherPlaces(body, words, options)]),
    // Where its form asks for the end, a number that is no time is left there.
    ...(isMove || options.get('ends') === '' ? [] : otherPorts(body, words)),
    ...(options.get('ends') === '' ? [] : inReason(body, reason, isMove)),
  ];
}

function wordsThatNarrow(body: string, verb: string): readonly string[] {
  const plain = body.replace(/\b(?:no more than|with no end|without an end)\b/g, '');
  const found = narrowing.exec(plain)?.[0];
  const only =
    /\bonly\b(?! from| until| for| to| up to|,|$)/.exec(plain) &&
    !/(?:\d[mhd]?|min|hours?|days?|weeks?|me|ip) only\b/.test(plain);
  const verbs = inText(plain, /(?<![\w#])(?:open|allow|permit|expose|close|end|stop|extend|let|keep)(?!\w)/g);
  const isTwice = verbs.length > 1 && verbs.join(' ') !== 'keep open';
  return [
    ...(found === undefined ? [] : [`narrows: ${found}`]),
    ...(only ? ['narrows: only'] : []),
    ...(isTwice ? [`several acts: ${verbs.join(' ')}`] : []),
    ...(/\?/.test(body.replace(/\?$/, '')) ||
    (body.endsWith('?') && !/^(?:.*, )?(?:can|could) you/.test(body))
      ? ['a question']
      : []),
    ...(/[a-z]=(?!shop)|\$/.test(body.replaceAll('group=', '')) ? ['an option in the sentence'] : []),
    ...(verb !== 'reach' && verbs.length === 0 ? ['no act'] : []),
  ];
}

/** A move of an end: of the same opening, to the same time, or by the same time. */
function moved(body: string, [verb, which = '', ...time]: readonly string[]): readonly string[] {
  const spans = inText(body, span);
  const clocks = inText(body, clock);
  const said = [...spans, ...clocks];
  const numbers = new Set(inText(body, /#\d+/g));
  const got = time.join(' ').replaceAll('"', '');
  const names = [...numbers].every((number) => which === number) && numbers.size <= 1;
  return [
    ...(names ? [] : ['another opening']),
    ...(/\b(?:everything|all|others)\b/.test(body) ? ['everything became one'] : []),
    ...(verb === 'end' && said.length > 0 ? ['closes at a time'] : []),
    ...(verb === 'extend' && said.length !== 1 ? ['several times, or none'] : []),
    ...(verb === 'extend' && spans.length === 1 && minutesOf(spans[0] ?? '') !== minutesOf(got)
      ? ['another span']
      : []),
    ...(verb === 'extend' && spans.length === 1 && / for /.test(body) && !/more|another|longer/.test(body)
      ? ['from now, or more?']
      : []),
    ...(verb === 'keep' && !forGood.test(body) ? ['not for good'] : []),
  ];
}

/** The end of an opening. */
function otherEnds(body: string, options: ReadonlyMap<string, string>): readonly string[] {
  const got = options.get('ends');
  if (got === '') return [];
  const plain = body.replace(address, ' ');
  const spans = inText(plain, span);
  const clocks = inText(plain, clock);
  const isForGood = forGood.test(body);
  if (spans.length + clocks.length + (isForGood ? 1 : 0) > 1) return ['several ends'];
  if (isForGood) return got === undefined ? [] : ['for good, but it ends'];
  if (got === undefined) return ['no end, and nobody said for good'];
  const [only = ''] = spans;
  if (only) return minutesOf(only) === minutesOf(got) ? [] : [`${got} for ${only}`];
  if (clocks.length === 0)
    return [
      ...(got === '2h' ? [] : [`${got} for nothing`]),
      ...(/\b(?:until|till?|til)\b/.test(body) ? ['until what?'] : []),
    ];
  const plainClock = (words: string): string =>
    words
      .replace(/\bat /, '')
      .replace(/ ?([ap]m)/, '$1')
      .split(' ')
      .sort()
      .join(' ');
  return [
    ...(plainClock(clocks[0] ?? '') === plainClock(got) ? [] : [`${got} for ${clocks[0]}`]),
    ...(/\b(?:until|till?|til)\b/.test(body) ? [] : ['a time that is no end']),
  ];
}

const serverWord = /^(?=.*[a-z])(?=.*\d)[a-z0-9_-]{3,}$/;
const notServer = /^(?:tcp|udp)|^\d+[ap]m$|^[a-z]+-\d+$/;

/** The servers that a body names, in their order. */
const serversIn = (body: string): readonly string[] =>
  body
    .replace(span, ' ')
    .split(/[\s,&"?!;]+/)
    .filter((word) => serverWord.test(word) && !notServer.test(word));

function otherPlaces(
  body: string,
  words: readonly string[],
  options: ReadonlyMap<string, string>,
): readonly string[] {
  const isPublic = words[0] === 'ip';
  const from = options.get('from');
  const addresses = inText(body, address).filter((one) => one !== '0.0.0.0/0');
  const said = [...serversIn(body), ...addresses, ...inText(body, /\bgroup=\w+/g)];
  const ends = isPublic
    ? [words[2] ?? '', ...(from ? from.split(',') : [])]
    : words.slice(1).filter((word) => !/^(?:tcp|udp)\/|^icmp$/.test(word));
  const groups = options.has('group') ? [`group=${options.get('group')}`] : [];
  const got = [...ends.flatMap((word) => word.replaceAll('"', '').split(',')), ...groups].map((word) =>
    word.toLowerCase(),
  );
  const isForAll = everyone.test(body);
  const [first] = serversIn(body);
  const source =
    /\b(?:from|for) (\w+0\d)\b/.exec(body)?.[1] ??
    /^(?:\S+ )*?(?:let|allow|permit) ([a-z]\w*0\d)\b/.exec(body)?.[1];
  return [
    ...(sorted(said) === sorted(got.filter((word) => word !== 'internet'))
      ? []
      : [`${sorted(got)} for ${sorted(said)}`]),
    ...(isPublic && from === undefined && !isForAll ? ['everyone, and nobody said so'] : []),
    ...(isPublic && from && isForAll ? ['everyone was said, and some'] : []),
    ...(got.includes('internet') && !isForAll ? ['the internet, and nobody said so'] : []),
    ...(!isPublic && source && first && got[0] !== undefined && !got[0].startsWith(source)
      ? ['the other way']
      : []),
  ];
}

/** Each port that is said is in the line, and no other. */
function otherPorts(body: string, words: readonly string[]): readonly string[] {
  let rest = body
    .replace(address, ' ')
    .replace(span, ' ')
    .replace(clock, ' ')
    .replace(/\b[a-z]{2,}-\d+\b|#\d+|\bgroup=\w+/g, ' ');
  for (const server of serversIn(body)) rest = rest.replace(server, ' ');
  rest = rest
    .replace(/\b(tcp|udp) (\d+(?:-\d+)?)\b/g, '$2/$1')
    .replace(/\b(\d+(?:-\d+)?) (tcp|udp)\b/g, '$1/$2');
  const said: string[] = [];
  for (const [name, ports] of Object.entries(portsOfServices)) {
    rest = rest.replace(new RegExp(`(?<![\\w/.=-])${name}(?![\\w/.=-])`, 'g'), () => {
      said.push(...ports);
      return ' P ';
    });
  }
  rest = rest.replace(
    /(?<![\w/.=-])(\d{1,5}(?:-\d{1,5})?)(?:\/(tcp|udp))?(?![\w/.=-])/g,
    (_, port, protocol = 'tcp') => {
      said.push(`${protocol}/${port}`);
      return ' P ';
    },
  );
  const got = words.filter((word) => /^(?:tcp|udp)\/[\d-]+$|^icmp$/.test(word));
  return [
    ...(/P {2,}P/.test(rest) ? ['two ports without “and”'] : []),
    ...(sorted(said) === sorted(got) ? [] : [`ports ${sorted(got)} for ${sorted(said)}`]),
  ];
}

/** A limit that only the reason has. */
function inReason(body: string, reason: string, isMove: boolean): readonly string[] {
  if (reason === '' || /^"[^"]*"$/.test(reason)) return [];
  const plain = reason.replace(address, ' ');
  const unreadable =
    /\b(?:until|till?|minutes?|hours?|days|weeks?|forever|permanently)\b|\d ?(?:min|[mhdw])\b/;
  const hasEnd =
    isMove ||
    forGood.test(body) ||
    inText(body.replace(address, ' '), span).length > 0 ||
    inText(body.replace(address, ' '), clock).length > 0;
  return [
    ...(!hasEnd &&
    (inText(plain, span).length > 0 || inText(plain, clock).length > 0 || unreadable.test(plain))
      ? ['the end is in the reason']
      : []),
    ...(inText(reason, address).length > 0 ? ['addresses are in the reason'] : []),
    ...(!isMove && everyone.test(body) && /\b(?:only|except|not|but|unless|without)\b/.test(reason)
      ? ['the exception is in the reason']
      : []),
    ...(/(?:[.;,]|\band|\bthen|\balso) (?:open|close|allow|let|keep|extend|stop|end)\b/.test(reason)
      ? ['another act is in the reason']
      : []),
  ];
}
