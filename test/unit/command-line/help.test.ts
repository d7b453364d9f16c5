import { describe, expect, test } from 'vitest';
import { helpOverview } from '../../../src/command-line/help-overview.ts';
import { intents, operations } from '../../../src/operations/index.ts';
import { answered } from './answered.ts';

const starts =
  'starts · Start: 2h, 18:00, “tomorrow 18:00”, “mon 22:00” or “YYYY-MM-DD 18:00” (optional; without it: at once)';
const ends = 'ends · End, when it’s undone: the same forms (optional; without it: no end)';
const anAccount = '· account=ALIAS targets another account';

describe('the help of a command', () => {
  test.each(
    Object.entries<readonly [line: string, ...lines: string[]]>({
      'a read that needs no arguments': [
        'help server find',
        'Find servers by a part of their name, or list all',
        '/cloud server find [<text>]',
        'text · Name contains: up to 64 characters (optional)',
        `Example: /cloud server find jump ${anAccount}`,
      ],
      'a read that needs arguments': [
        'firewall show -h',
        'Show one cross-data-center firewall policy',
        '/cloud firewall show <dc> <id>',
        expect.stringMatching(/^dc · /),
        expect.stringMatching(/^id · /),
        expect.stringMatching(/^Example: .* · account=ALIAS targets another account$/),
        '[Open Form]',
      ],
      'a command that needs no cloud API': [
        'help request status',
        expect.any(String),
        expect.stringContaining('/cloud request status'),
        expect.stringMatching(/^request · /),
        'Example: /cloud request status #1',
        '[Open Form]',
      ],
      'a change that its requester confirms': [
        'alert delete --help',
        'Delete an alert policy',
        '/cloud alert delete <policy>',
        'policy · Policy: the name or id of the alert policy',
        starts,
        ends,
        `Example: /cloud alert delete "Night watch" ${anAccount} · you confirm before it runs`,
        '[Open Form]',
      ],
      'a change that can’t end by itself': [
        'help end',
        'End a change now that ends by itself',
        '/cloud end <lease>',
        'lease · Change: the number of its request, such as #1, or its id',
        starts,
        `Example: /cloud end #1 ${anAccount} · you confirm before it runs`,
        '[Open Form]',
      ],
      'a change that is wider without one of its arguments': [
        'help ip add',
        'Add a public IP to a server',
        expect.stringContaining('/cloud ip add'),
        expect.stringMatching(/^server · /),
        expect.stringMatching(/^ports · /),
        expect.stringMatching(
          /^from · Who may reach it: .* \(optional; without it: anyone on the internet\)$/,
        ),
        expect.stringMatching(/^internal · .* \(optional; without it: a new one\)$/),
        starts,
        ends,
        expect.stringMatching(/^Example: /),
        '[Open Form]',
      ],
      'a change that others approve': [
        'help firewall delete',
        'Delete a cross-data-center firewall policy',
        '/cloud firewall delete <dc> <id> why="…"',
        expect.stringMatching(/^dc · /),
        expect.stringMatching(/^id · /),
        'why · Reason: for approvers, 3 to 500 characters',
        'ticket · Ticket: required for high-risk changes',
        starts,
        expect.stringMatching(/^Example: .* targets another account · needs approval$/),
        '[Open Form]',
      ],
    }),
  )('%s', (_, [line, ...lines]) => expect(answered(line).lines).toEqual(lines));
});

describe('a line that names no command', () => {
  const commands = (group: string): readonly string[] =>
    answered('firewall')
      .lines.filter((line) => line.startsWith('/cloud firewall'))
      .map((line) => line.replace(/ · .*/, ''))
      .filter((line) => line.startsWith(`/cloud ${group}`));

  test('lists the commands of its group, and of no other', () => {
    const { lines } = answered('firewall intra');
    expect(lines[0]).toBe('Commands: firewall intra');
    expect(lines.slice(1).map((line) => line.replace(/ · .*/, ''))).toEqual(commands('firewall intra'));
    expect(lines).toHaveLength(8);
  });

  test('lists the commands of the group before the unknown word', () => {
    expect(answered('firewall intra qqq').lines).toEqual([
      '❌ Unknown command “firewall intra qqq”.',
      ...answered('firewall intra').lines.slice(1),
      '[Help]',
    ]);
  });

  test('lists the commands of the group that a sentence names, in the plural or not', () => {
    for (const line of ['what about servers', 'what about the server please'])
      expect(answered(line).lines).toEqual([
        '❌ Unknown command “what”.',
        'Commands: server',
        ...answered('server').lines.slice(1),
        '[Help]',
      ]);
  });

  test.each(
    Object.entries<readonly string[]>({
      'show list': ['❌ Unknown command “show”.', '[Help]'],
      list: ['Which list?', '[Choose a command… ▾]'],
      'alrt lst x': ['❌ Unknown command “alrt”.', '[Help]'],
      servers: ['❌ Unknown command “servers”.', 'Did you mean /cloud server?', '[Server] · [Help]'],
      'alert lsit': [
        '❌ Unknown command “alert lsit”.',
        'Did you mean /cloud alert list?',
        '[List Alert Policies] · [Help]',
      ],
      'reject #1': [
        '❌ Unknown command “reject”.',
        'It’s a button. /cloud approvals lists what has it.',
        '[Help]',
      ],
      cancel: [
        '❌ Unknown command “cancel”.',
        'It’s a button. /cloud scheduled lists what has it.',
        '[Help]',
      ],
      'undo #1': [
        '❌ Unknown command “undo”.',
        'It’s a button. The Home tab lists what can be undone.',
        '[Help]',
      ],
      'moon "land': ['❌ The quote before “land” isn’t closed.', '[Help]'],
      '"alert list': [
        '❌ The quote before “alert list” isn’t closed.',
        'Did you mean /cloud alert list?',
        '[List Alert Policies] · [Help]',
      ],
      'alert create x dsk=80 to=a@b.co': [
        '❌ Check this command:',
        'Unknown option “dsk=”. Did you mean disk=?',
        'Did you mean /cloud alert create x disk=80 to=a@b.co?',
        'Usage: /cloud alert create <name> [cpu=80] [memory=80] [disk=80] [for=5m] to=ops@example.com',
        '[Create Policy: x] · [Open Form] · [Help]',
      ],
      'firewall show de1 x': [
        '❌ Check this command:',
        expect.stringMatching(/^id “x” /),
        'Usage: /cloud firewall show <dc> <id>',
        '[Help]',
      ],
    }),
  )('%s', (line, lines) => expect(answered(line).lines).toEqual(lines));

  test('shows 300 characters of an unknown word', () => {
    expect(answered('x'.repeat(300)).lines[0]).toBe(`❌ Unknown command “${'x'.repeat(300)}”.`);
    expect(answered('x'.repeat(301)).lines[0]).toBe(`❌ Unknown command “${'x'.repeat(300)}…”.`);
  });
});

describe('the overview', () => {
  const { lines } = answered('help');

  test('has a line for each intent, with its first commands and the number of the others', () => {
    expect(lines[0]).toBe('What do you want to do?');
    expect(lines.slice(1, -2).map((line) => line.split(' · ')[0])).toEqual(Object.keys(intents));
    expect(lines).toContain(
      'Open or close · openings · ip add · firewall create · firewall intra create · 12 more',
    );
    expect(lines).toContain('Approve · approvals · request status');
  });

  test('has a menu of all commands: those with a form open it, the others run', () => {
    const menu = helpOverview().find(({ kind }) => kind === 'buttons' || kind === 'menu');
    const text = JSON.stringify(menu);
    for (const { words } of operations) expect(text).toContain(`"label":"${words.join(' ')}"`);
    expect(text).toContain('"action":{"form":"alert create"}');
    expect(text).toContain('"action":{"line":"alert list"}');
    expect(text).toContain('"action":{"form":"firewall show"}');
    expect(text).toContain('"action":{"line":"doctor"}');
  });

  test('has a menu of the commands with a verb, and of no other', () => {
    const text = JSON.stringify(answered('status').message);
    expect(text).toContain('request status');
    expect(text).not.toContain('alert list');
  });
});
