import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { typedRequest } from '../../../src/command-line/typed-line.ts';
import { join } from '../../../src/operation/words.ts';
import { understand } from '../../../src/sentence/understand.ts';

/** A Saturday, 10:20 where the reader is. */
const reader = { now: Date.parse('2026-11-28T10:20Z'), zone: 'UTC' };

/** What a sentence becomes, in one text: the command, what its forms get, and what its author is told. */
function said(sentence: string, at = reader): string {
  const meaning = understand(sentence, at);
  if (!meaning) return 'no sentence';
  if ('unclear' in meaning) return `? ${meaning.unclear}`;
  const { words, access, notes } = meaning;
  const forms = access ? [`⇒ ${JSON.stringify(access).replaceAll('"', '')}`] : [];
  return [join(words), ...forms, ...notes].join(' · ');
}

const noEnd = 'You named no end, so 2 h.';
const anyone = 'Anyone on the internet may reach it.';
const nobody = 'You named nobody who may reach it.';
const mine = 'Skydesk doesn’t know your address.';
const noPort = 'You named no port, so none is filled in.';

describe('a sentence that is understood', () => {
  test.each([
    // Public IPs.
    [
      'open ssh on web01 for 2h because checkout is down',
      `ip add web01 tcp/22 from="" ends=2h why="checkout is down" · ${nobody}`,
    ],
    [
      'open https on web04 from 203.0.113.0/24 for 2h because checkout is down',
      'ip add web04 tcp/443 from=203.0.113.0/24 ends=2h why="checkout is down"',
    ],
    ['open 443 on web04 to the internet until 18:00', `ip add web04 tcp/443 ends=18:00 · ${anyone}`],
    [
      'please open rdp on jump01 from 198.51.100.7 for 30 min',
      'ip add jump01 tcp/3389 from=198.51.100.7 ends=30m',
    ],
    [
      'open ports 8080 and 8443 on web01 from 203.0.113.0/24, 198.51.100.7 for an hour',
      'ip add web01 tcp/8080 tcp/8443 from=203.0.113.0/24,198.51.100.7 ends=1h',
    ],
    [
      'open postgres on db02 from 198.51.100.7 until tomorrow 18:00 because vendor migration ticket',
      'ip add db02 tcp/5432 from=198.51.100.7 ends="tomorrow 18:00" why="vendor migration ticket"',
    ],
    [
      'expose https on web04 to anyone for good because the shop goes live',
      `ip add web04 tcp/443 why="the shop goes live" · Nothing ends it by itself. · ${anyone}`,
    ],
    ['allow mysql on db01 from 203.0.113.9', `ip add db01 tcp/3306 from=203.0.113.9 ends=2h · ${noEnd}`],
    [
      'open ssh on web01 for 2h from 203.0.113.7 because debug',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h why=debug',
    ],
    [
      'open 8000-8010/udp on voip01 from 203.0.113.0/24 for 1 day',
      'ip add voip01 udp/8000-8010 from=203.0.113.0/24 ends=1d',
    ],
    ['open web on web04 to everyone for 2 hours', `ip add web04 tcp/80 tcp/443 ends=2h · ${anyone}`],
    ['let the internet reach web04 on https for 2h', `ip add web04 tcp/443 ends=2h · ${anyone}`],
    // Between servers and private addresses: policies are asked first.
    ['let web01 reach db02 on 5432 until 18:00', 'reach web01 db02 tcp/5432 · ⇒ {ends:18:00}'],
    ['let web01 talk to db02 on postgres', `reach web01 db02 tcp/5432 · ⇒ {ends:2h} · ${noEnd}`],
    [
      'allow 10.95.131.0/24 to reach 10.1.0.0/24 for 2h because nightly backup',
      `reach 10.95.131.0/24 10.1.0.0/24 · ⇒ {ends:2h,why:nightly backup} · ${noPort}`,
    ],
    ['open postgres from web01 to db02 for 2h', 'reach web01 db02 tcp/5432 · ⇒ {ends:2h}'],
    [
      'open all ports from 10.95.131.0/24 to 10.1.0.0/24 until fri 18:00',
      'reach 10.95.131.0/24 10.1.0.0/24 · ⇒ {ends:fri 18:00}',
    ],
    [
      'let group=Shop connect to db02 on 5432, 6379 for 2h',
      'reach group=Shop db02 tcp/5432 tcp/6379 · ⇒ {ends:2h}',
    ],
    ['i need ssh on web01 from 203.0.113.7 for 1h', 'ip add web01 tcp/22 from=203.0.113.7 ends=1h'],
    [
      'We need to open ssh on web01 from 203.0.113.7 for 1h please',
      'ip add web01 tcp/22 from=203.0.113.7 ends=1h',
    ],
    ['I want web01 to reach db02 on ssh for 1h', 'reach web01 db02 tcp/22 · ⇒ {ends:1h}'],
    ['open ssh on db02 from web01 for 1h', 'reach web01 db02 tcp/22 · ⇒ {ends:1h}'],
    [
      'open postgres on db02 for web01 for an hour because nightly backup',
      'reach web01 db02 tcp/5432 · ⇒ {ends:1h,why:nightly backup}',
    ],
    ['open ssh for web01 to db02 for 1h', 'reach web01 db02 tcp/22 · ⇒ {ends:1h}'],
    // Nobody knows the author's address, so the form asks for it.
    ['open ssh on jump01 for me for 30 min', `ip add jump01 tcp/22 from="" ends=30m · ${mine}`],
    ['open ssh on jump01 from my ip', `ip add jump01 tcp/22 from="" ends=2h · ${noEnd} · ${mine}`],
    ['let me reach jump01 on ssh for 1h', `ip add jump01 tcp/22 from="" ends=1h · ${mine}`],
    ['open ssh on jump01 to my ip 203.0.113.7 for 1h', 'ip add jump01 tcp/22 from=203.0.113.7 ends=1h'],
    // Openings. “it” and “… on web01” are looked up by the field of the command.
    ['close it', 'end it'],
    ['close #12', 'end #12'],
    ['end #12 now', 'end #12'],
    ['close ssh on web01', 'end "tcp/22 on web01"'],
    ['close 443 on web01', 'end "tcp/443 on web01"'],
    ['close everything I opened', 'openings who=me · Close yours there, one by one.'],
    ['extend it by 1h', 'extend it 1h'],
    ['keep #12 open for 2 more hours', 'extend #12 2h'],
    ['keep #12 open until 20:00', 'extend #12 20:00'],
    // Questions.
    ['who can reach db02', 'reach to=db02'],
    ['who can reach db02 on 5432?', 'reach to=db02 tcp/5432'],
    ['what can web01 reach?', 'reach web01'],
    ['can web01 reach db02', 'reach web01 db02'],
    ['can web01 talk to db02 on ssh?', 'reach web01 db02 tcp/22'],
    ['is ssh open on web01?', 'reach internet web01 tcp/22'],
    ['is web01 open to the internet?', 'reach internet web01'],
    ['what changed today', 'changed since=11h'],
    ['what changed in the last 4 hours', 'changed since=4h'],
    ['what changed since midnight', 'changed since=11h'],
    ['is web01 up?', 'server show web01'],
    ['is db02 running', 'server show db02'],
    ['what’s the ip of web01', 'server show web01'],
    ['is anything open on db02', 'reach to=db02'],
    ['what needs my review?', 'approvals'],
    ['what ends soon?', 'scheduled'],
    // Nothing lists all that is open, or looks up what can be restored, so the nearest list answers.
    [
      'restore Night watch',
      'changed since=7d · Look for “Night watch” here: what can be restored has a button.',
    ],
    ['undo #12', 'request status #12'],
    ['what is open', 'openings'],
    ['open mine', 'openings who=me'],
    ["what's open on web01?", 'openings on=web01'],
  ])('%s', (sentence, meaning) => {
    expect(said(sentence)).toBe(meaning);
  });

  test.each([
    [
      '“can you” asks for it, also with a question mark',
      'hey, can you open ssh on web01 from 203.0.113.7 for 2h?',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h',
    ],
    [
      'case, curly quotes and spaces don’t matter',
      'Open  SSH on “web01” from 203.0.113.7 for 2H Thanks!',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h',
    ],
    [
      'a name without digits is in quotes',
      'open ssh on "bastion" from 203.0.113.7 for 2h',
      'ip add bastion tcp/22 from=203.0.113.7 ends=2h',
    ],
    [
      'a protocol stands before or behind its port',
      'open udp 53, 514 udp and tcp/80 on web01 from 203.0.113.7 for 2h',
      'ip add web01 udp/53 udp/514 tcp/80 from=203.0.113.7 ends=2h',
    ],
    [
      'an en dash is a hyphen',
      'open 8000–8010 on web01 from 203.0.113.7 for 2h',
      'ip add web01 tcp/8000-8010 from=203.0.113.7 ends=2h',
    ],
    [
      'numbers may be words',
      'open ssh on web01 from 203.0.113.7 for the next two hours',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h',
    ],
    [
      'an upper bound is an end',
      'open ssh on web01 from 203.0.113.7 max 15 min',
      'ip add web01 tcp/22 from=203.0.113.7 ends=15m',
    ],
    [
      '“only” repeats what addresses say',
      'open ssh on web01 from 203.0.113.7 only, for half an hour',
      'ip add web01 tcp/22 from=203.0.113.7 ends=30m',
    ],
    [
      '“for” before addresses says who',
      'open ssh on web01 for 203.0.113.7 for 2h',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h',
    ],
    [
      'everyone as a range is everyone',
      'open https on web01 from 0.0.0.0/0 for 2h',
      `ip add web01 tcp/443 ends=2h · ${anyone}`,
    ],
    [
      'addresses on the internet get a public IP',
      'allow 203.0.113.9 to reach web01 on ssh for 1h',
      'ip add web01 tcp/22 from=203.0.113.9 ends=1h',
    ],
    [
      'private sources go the way of servers',
      'open 5432 on db02 from 10.95.131.0/24 for 1h',
      'reach 10.95.131.0/24 db02 tcp/5432 · ⇒ {ends:1h}',
    ],
    [
      'a ticket',
      'open ssh on web01 from 203.0.113.7 for 2h ticket OPS-17 because debug',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h why=debug ticket=OPS-17',
    ],
    [
      'a time that is near is tomorrow’s',
      'open ssh on web01 from 203.0.113.7 until 06:00',
      'ip add web01 tcp/22 from=203.0.113.7 ends=06:00 · That is tomorrow 06:00.',
      '2026-11-28T20:00Z',
    ],
    [
      'a reason in quotes is taken as it is',
      'open ssh on web01 to anyone because "until 18:00, only for 203.0.113.7"',
      `ip add web01 tcp/22 ends=2h why="until 18:00, only for 203.0.113.7" · ${noEnd} · ${anyone}`,
    ],
    [
      'a reason may hold a time if the sentence has an end',
      'open ssh on web01 from 203.0.113.7 for 2h because the demo is at 18:00',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h why="the demo is at 18:00"',
    ],
    [
      'other words for because',
      'open ssh on web01 from 203.0.113.7 for 2h due to the outage',
      'ip add web01 tcp/22 from=203.0.113.7 ends=2h why="the outage"',
    ],
    ['“by” adds', 'extend #12 by 90 min', 'extend #12 1h30m'],
    ['another hour is more', 'keep it open for another hour', 'extend it 1h'],
    [
      'for good is keep',
      'keep #12 open for good because the vendor stays',
      'keep #12 why="the vendor stays"',
    ],
  ])('%s', (_, sentence, meaning, now?: string) => {
    expect(said(sentence, now === undefined ? reader : { ...reader, now: Date.parse(now) })).toBe(meaning);
  });

  test('times are the reader’s: in India, today is 16 hours old, and 11:00 is over', () => {
    const india = { now: Date.parse('2026-11-28T10:20Z'), zone: 'Asia/Kolkata' };
    expect(said('what changed today', india)).toBe('changed since=16h');
    expect(said('open ssh on web01 from 203.0.113.7 until today 11:00', india)).toContain(
      'today 11:00 is over.',
    );
  });
});

describe('what can’t be read of an end is left to the form, with all else', () => {
  test.each([
    ['for a while', '“a while” isn’t a time.'],
    ['until the incident is over', '“the incident is over” isn’t a time.'],
    ['for 2', '“2” isn’t a time.'],
    ['for 2h until 18:00', 'It has two ends.'],
    ['until today 09:00', 'today 09:00 is over.'],
    ['until 09:00', '09:00 is over today. Write “tomorrow 09:00” if you mean that.'],
    ['until sat 18:00', 'It is sat today: do you mean today, or in a week? Write “today” or the date.'],
    ['for 2 min', '“2 min” isn’t a time.'],
    ['for 1h30', '“1h30” isn’t a time.'],
    // The words of other parts aren't those of the end.
    ['for debugging until 18:00', '“debugging” isn’t a time.'],
  ])('%s', (words, why) => {
    expect(said(`open ssh on web01 ${words}`)).toBe(
      `ip add web01 tcp/22 from="" ends="" · ${why} · So its end is still to be chosen. · ${nobody}`,
    );
  });
});

describe('a sentence that is not understood', () => {
  test.each([
    ['open web01', 'Open which port on web01, and for whom?'],
    ['open web01 for 2h', 'Open which port on web01, and for whom?'],
    ['open a port on web01', '“a” is no port or service that I know.'],
    ['open port on web01', 'Which port?'],
    ['open the firewall', 'Between which two ends, and on which port?'],
    ['open everything on web01', 'Which port?'],
    ['open sshd on web01', '“sshd” is no port or service that I know.'],
    ['i need access to web01', '“access” is no port or service that I know.'],
    ['i need ssh', 'On which server, and for whom?'],
    ['stop web01', 'Which port on web01?'],
    ['what changed today on web01', 'I don’t understand “on web01” here.'],
    ['can i reach db02', 'Skydesk doesn’t know your address. Write it, or the name of a server.'],
    ['close everything', 'Which one? Others may need what they opened.'],
    ['open ssh on web01 and close 443 on web04', 'I don’t understand “and close 443 on web04” here.'],
    ['let ben into web01', '“ben” is no address, server or group. Write other names in quotes.'],
    ['restart web01', 'Skydesk can’t start, stop, create or delete servers.'],
    ['block 10.0.0.0/8', 'No firewall policy denies traffic: what none allows is closed.'],
    ['restore everything', 'Restore what?'],
    // One word more, and it would mean something else.
    ['open ssh on web01 not from 203.0.113.7', 'I don’t understand “not from 203.0.113.7” here.'],
    [
      'open ssh on web01 for a while but not from 203.0.113.7',
      'I don’t understand “but not from 203.0.113.7” here.',
    ],
    ['open ssh on web01 for a bit, nevermind', 'I don’t understand “nevermind” here.'],
    ['open ssh and rdp on web01 for tests excluding rdp', 'I don’t understand “excluding rdp” here.'],
    ['open ssh on web01 for a bit, can’t wait', "I don’t understand “can't wait” here."],
    ['open ssh on web01 for OPS-17', 'I don’t understand “OPS-17” here.'],
    ['open ssh on web01 from me and 203.0.113.7', 'I don’t understand “and 203.0.113.7” here.'],
    [
      'open ssh on web01 from 203.0.113.7 for good reason: vendor',
      '“For good” means that nothing ends it. Write “because” before the reason.',
    ],
    [
      'open ssh on web01 from 203.0.113.7 for 2 hours at 30 min',
      '“30” is no name of a server. Write a name without digits in quotes.',
    ],
    ['open ssh on web01 from 203.0.113.7 for 30m an hour', 'I don’t understand “an hour” here.'],
    ['open ssh on web01 at most web02', 'I don’t understand “web02” here.'],
    ['open ssh on web01 from 203.0.113.7 if ben agrees', 'I don’t understand “if ben agrees” here.'],
    ['open ssh on web01 to anyone except 203.0.113.7', 'I don’t understand “except 203.0.113.7” here.'],
    ['open ssh 2222 on web01', 'Is “2222” another port, or the same one? Write “and” between two.'],
    ['open ssh on web01 to db02', 'From db02 to web01, or from web01 to db02?'],
    ['open ssh to web01', 'Who may reach it?'],
    ['open ssh on web01, web02', 'One server at a time: each gets its own address.'],
    ['open ssh on web01 from ben', '“ben” is no address, server or group. Write other names in quotes.'],
    [
      'open ssh on web* from 203.0.113.7',
      '“web*” is no name of a server. Write a name without digits in quotes.',
    ],
    [
      'open ssh on web01 from 203.0.113.7/24',
      '203.0.113.7/24 is the range 203.0.113.0/24. Write that, or one address.',
    ],
    [
      'open ssh on web01 from 10.0.0.1, 203.0.113.7',
      'Private addresses and addresses on the internet are opened apart.',
    ],
    [
      'open ssh on web01 from 203.0.113.7 to anyone',
      'Who may reach it: who is behind “from”, or who is behind “to”?',
    ],
    ['open ssh on web01 on web02', '“on” is in it twice.'],
    ['open all ports on web01 to anyone', 'Which port?'],
    ['open ssh on web01 from 203.0.113.7 ends=30d', 'I don’t understand “ends=30d” here.'],
    ['open ssh on web01 from 203.0.113.7?', 'Is this a question? To request it, remove the “?”.'],
    ['let web01 reach the internet', 'No policy is about traffic that leaves for the internet.'],
    ['close #12 at 18:00', 'That is another end. To close it at once, leave the time out.'],
    ['keep #12 open for 2h', 'Is it 2h from now, or 2h more?'],
    ['extend #12 for 2h', 'Is it 2h from now, or 2h more?'],
    ['is ssh open on web01 or web02?', 'I don’t understand “or web02” here.'],
    // What the reason holds could be a part of the sentence.
    ['open ssh on web01 from 203.0.113.7 because debug for 30 min', hidden('30 min')],
    // These are no times of Skydesk, so two hours would stand in their place.
    ['open ssh on web01 from 203.0.113.7 because debug for 2 min', hidden('2 min')],
    ['open ssh on web01 from 203.0.113.7 because debug, 2m', hidden(', 2m')],
    ['open ssh on web01 from 203.0.113.7 because debug 1h30', hidden('debug 1h30')],
    ['open ssh on web01 from 203.0.113.7 because debug ends=30d', hidden('debug ends=30d')],
    ['open ssh on web01 from 203.0.113.7 because ben needs a few minutes', hidden('few minutes')],
    ['open ssh on web01 from 203.0.113.7 because ben needs it until friday.', hidden('until friday')],
    ['open ssh on web01 from 203.0.113.7 for 2h because demo; close 443 on web04', hidden('close')],
    ['open ssh on web01 from 203.0.113.7 for 2h because demo. Close 443 on web04', hidden('Close')],
    ['open ssh on web01 from 203.0.113.7 for 2h because demo also close 443 on web04', hidden('close')],
    ['open ssh on web01 to anyone for 2h because demo, unless ben says no', hidden('unless')],
    ['open ssh on web01 to anyone for 2h because demo, only from the office', hidden('only')],
    ['open ssh on web01 for 2h because of the vendor (203.0.113.7)', hidden('(203.0.113.7)')],
    ['open ssh on web01 from 203.0.113.7 because "close it at 18:00", says ben', hidden('at 18:00')],
    ['open ssh on web01 from 203.0.113.7 for 2h because from=198.51.100.9', hidden('from=198.51.100.9')],
    ['open ssh on web01 from 203.0.113.7 for 2h because debug and close 443 on web04', hidden('close')],
  ])('%s', (sentence, why) => {
    expect(said(sentence)).toBe(`? ${why}`);
  });

  test.each([
    "don't open ssh on web01",
    'make web01 faster',
    'abre ssh en web01',
    'what is the time',
    `open ${'ssh '.repeat(200)}`,
  ])('“%s” is no sentence', (sentence) => {
    expect(said(sentence)).toBe('no sentence');
  });
});

function hidden(words: string): string {
  return `Is “${words}” only a part of the reason? Then put the reason in quotes. Else write it before “because”.`;
}

test.each([
  ['block port 22 on web01', 'reach web01'],
  ['deny 203.0.113.7', 'reach 203.0.113.7'],
  ['block everyone', 'reach'],
  ['restart the web01', 'server show web01'],
  ['what changed today on web01', 'changed since=11h'],
])('the nearest command to “%s” has its server, or what was understood', (sentence, nearest) => {
  expect(understand(sentence, reader)).toMatchObject({ nearest: expect.arrayContaining([nearest]) });
});

test('the command of a sentence is read back as it is, and no name or option gets into it by a quote', () => {
  const why = 'x" ends=30d account=ACDV \\';
  const meaning = understand(`open ssh on web01 from 203.0.113.7 for 2h because ${why}`, reader);
  const parsed = parseCommand(meaning && 'words' in meaning ? join(meaning.words) : '');
  expect(parsed).toMatchObject({ kind: 'prepared', raw: { ends: '2h', why } });
  expect(parsed).not.toHaveProperty('raw.account');
});

describe('a line that a person typed', () => {
  test.each([
    ['a sentence', 'open ssh on web01', 'sentence'],
    ['politeness first', 'hi, can you open ssh on web01', 'sentence'],
    ['a command whose words begin sentences, with words of one', 'extend it by 1h', 'sentence'],
    ['the same with a mistake', 'extend #1 2x', 'command'],
    ['the same without arguments', 'end', 'command'],
    ['the same that can run', 'end #12', 'command'],
    ['a command that can run', 'ip add web01 tcp/22', 'command'],
    ['any other word', 'make web01 faster', 'help'],
    ['help', 'help open', 'help'],
  ])('%s', (_, line, kind) => {
    expect(typedRequest(line).kind).toBe(kind);
  });
});
