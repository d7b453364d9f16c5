import { expect, test } from 'vitest';
import { formOf } from '../../../src/command-line/parse-command.ts';
import { markupIn } from '../../support/markup.ts';
import { answered } from './answered.ts';

const long = 'x'.repeat(3000);
const noPolicy = 'missing: the name or id of the alert policy';

/** Typed lines, with sentences of their answers. */
const mistakes: readonly (readonly [what: string, line: string, ...reads: string[]])[] = [
  ['an unknown command', 'frobnicate', '❌ Unknown command “frobnicate”.', '[Help]'],
  ['a verb alone', 'list', 'Which list?', '[Choose a command… ▾]'],
  ['another verb alone', 'status', 'Which status?', '[Choose a command… ▾]'],
  ['a typo in the first word', 'alrt list', '❌ Unknown command “alrt”.', 'Did you mean /cloud alert list?'],
  [
    'a typo in the second word',
    'alert lst',
    '❌ Unknown command “alert lst”.',
    '[List Alert Policies] · [Help]',
  ],
  ['half a command', 'alert', 'Commands: alert', '/cloud alert show <policy> · Show one alert policy'],
  ['an unknown argument', 'alert list foo=1', '❌ Check this command:', 'Unknown option “foo=”'],
  ['a typo', 'alert create x dsk=80 to=ops@example.com', 'Unknown option “dsk=”. Did you mean disk=?'],
  [
    'a second value in quotes',
    'plan "alert delete x" "alert delete y"',
    'Unexpected “alert delete y”. Leave it out',
  ],
  ['words for no argument', 'alert list | grep x', 'This command takes no arguments. Remove “| grep x”'],
  ['two words too many', 'dc show de1 groups x y', 'Unexpected “x”, “y”. Put values with spaces in quotes'],
  ['a wrong word for a choice', 'dc show de1 foo', 'groups takes only “groups”, not “foo”'],
  ['the verb of a button', 'approve #1', 'It’s a button. /cloud approvals lists what has it.'],
  ['an argument given twice', 'alert create x disk=80 disk=90 to=ops@example.com', 'disk is given twice'],
  ['a missing value', 'alert show', `policy is ${noPolicy}`, 'Usage: /cloud alert show <policy>'],
  ['an empty value', 'alert show ""', `policy is ${noPolicy}`],
  ['none of several options', 'alert create x to=a@b.co', 'Add at least one of cpu=, memory= or disk='],
  ['a large number', 'alert create x disk=100 to=a@b.co', 'disk must be 5 to 95 in steps of 5, not “100”'],
  [
    'the same data center at both ends',
    'firewall create de1 DE1 source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"',
    'to must be another data center than the source: inside one data center, use “firewall intra create”',
  ],
  [
    'a service that is mistyped',
    'ip add web04 htps',
    'ports “htps” is not a port. Did you mean https?',
    'Did you mean /cloud ip add web04 https?',
  ],
  ['an invalid address', 'ip remove web04 10.0.0.256', 'address “10.0.0.256” is not an IPv4 address'],
  ['3,000 characters for a command', long, `❌ Unknown command “${'x'.repeat(300)}…”.`],
  ['3,000 characters for a server', `server show ${long}`, '❌ Check this command:'],
  [
    '3,000 characters for the name of something new',
    `alert create ${long} disk=80 to=ops@example.com`,
    'name is 3000 characters long; the limit is 200',
  ],
  ['3,000 words', `alert list ${'y '.repeat(1500)}`, '❌ Check this command:'],
  ['emoji for a command', '🚀', '❌ Unknown command “🚀”.'],
  [
    'markup of every kind',
    'frobnicate<@U0BEN>*b*<https://evil.example|ok>',
    /* as it was typed, and plain */ '❌ Unknown command “frobnicate<@U0BEN>*b*<https://evil.example|ok>”.',
  ],
];

test.each(mistakes)('%s is answered at once', (_, line, ...reads) => {
  const { parsed, message, lines } = answered(line);
  // A line that is too long for a button has none to its form.
  const opens = formOf(parsed) && (line.length > 2000 ? '[Help]' : '[Open Form] · [Help]');
  expect(lines).toEqual(expect.arrayContaining([...reads]));
  expect(lines.at(-1)).toContain(opens ?? '');
  expect(markupIn(message)).toEqual([]);
});
