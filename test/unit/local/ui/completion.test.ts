import { describe, expect, test } from 'vitest';
import { commandListFor } from '../../../../local/inspector/command-list.ts';
import { choicesWanted, completionsFor, type Vocabulary } from '../../../../local/ui/completion.ts';

const firstCpu = '71dd93f6774fd8b535b0e7e8b4aea98e';
const vocabulary: Vocabulary = {
  commands: commandListFor('/cloud'),
  people: [
    { name: 'ana', realName: 'Ana Ferreira' },
    { name: 'ben', realName: 'Ben Whitaker' },
    { name: 'skydesk', realName: 'Skydesk' },
  ],
  channels: [
    { name: 'cloud-ops', topic: 'Run the cloud from here' },
    { name: 'general', topic: 'Everybody' },
    { name: '', topic: '' },
  ],
  live: [
    { value: '22b9445a60acbca3d56d1108a6c82683', label: 'Disk 80', description: 'disk over 80 %' },
    { value: firstCpu, label: 'CPU high', description: '71dd' },
    { value: '37a8b931f9dd34432bfa129ee7659be8', label: 'CPU high', description: '37a8' },
    { value: 'de1', label: 'DE1 - Germany (Frankfurt)' },
    { value: 'ac11a45805692c2be6249d2cd0f08ed2', label: '10.0.0.0/24 → 10.1.0.0/24', words: 'ac11a458' },
  ],
};

/** A text with its caret shown as `|`. */
function at(marked: string): [text: string, caret: number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}
const shown = (text: string, caret: number): string => `${text.slice(0, caret)}|${text.slice(caret)}`;
const all = (marked: string) => completionsFor(...at(marked), vocabulary);
const labels = (marked: string): string[] => all(marked).map(({ label }) => label);

test.each([
  ['the command itself', '/cl|', '/cloud |'],
  ['a group', '/cloud al|', '/cloud alert |'],
  ['a group, whatever its case', '/cloud AL|', '/cloud alert |'],
  ['a command of a group', '/cloud alert sh|', '/cloud alert show |'],
  ['a command of three words', '/cloud firewall intra cr|', '/cloud firewall intra create |'],
  ['help', '/cloud he|', '/cloud help |'],
  ['a command to be helped with', '/cloud help alert cr|', '/cloud help alert create |'],
  ['a name with a space', '/cloud alert show di|', '/cloud alert show "Disk 80" |'],
  ['a name in quotes that are open', '/cloud alert show "Disk|', '/cloud alert show "Disk 80" |'],
  ['a name in quotes that are closed', '/cloud alert show "Dis|k"', '/cloud alert show "Disk 80" |'],
  ['a name in single quotes', "/cloud alert show 'disk 8|", '/cloud alert show "Disk 80" |'],
  ['a name that two have: its id', '/cloud alert show cpu|', `/cloud alert show ${firstCpu} |`],
  ['a name that is longer than its id', '/cloud dc show frank|', '/cloud dc show de1 |'],
  ['an id', '/cloud alert show 22b9|', '/cloud alert show "Disk 80" |'],
  ['a label that has its words', '/cloud firewall show de1 10.0|', '/cloud firewall show de1 ac11a458 |'],
  ['the second place', '/cloud alert assign x di|', '/cloud alert assign x "Disk 80" |'],
  ['a named argument', '/cloud alert create x di|', '/cloud alert create x disk=|'],
  ['a value of a named argument', '/cloud alert create x disk=8|', '/cloud alert create x disk=80 |'],
  ['such a value in quotes', '/cloud alert create x disk="8|', '/cloud alert create x disk=80 |'],
  ['a named argument in another case', '/cloud alert create x DISK=8|', '/cloud alert create x DISK=80 |'],
  ['a person in a command', '/cloud history who=@b|', '/cloud history who=@ben |'],
  ['in the middle: what follows stays', '/cloud al| show x', '/cloud alert |show x'],
  ['in the middle of a word: all of it is replaced', '/cloud al|xyz show', '/cloud alert |show'],
  ['a person in a message', 'hello @an|', 'hello @ana |'],
  ['a person by their other name', 'hello @ferr|', 'hello @ana |'],
  ['a channel in a message', 'see #cl| please', 'see #cloud-ops |please'],
])('the first that is offered, once chosen %s', (_, before, after) => {
  const [first] = all(before);
  expect(first && shown(first.text, first.caret)).toBe(after);
});

describe('what is offered', () => {
  test('all groups, and help, behind the command', () => {
    expect(labels('/cloud |').join(' ')).toBe(
      'alert autoscale server ip job reach firewall changed plan run invoice dc approvals request scheduled ' +
        'extend end key policy history custom-fields whoami doctor help',
    );
  });

  test('a tip where only words help, which changes nothing', () => {
    expect(all('/cloud alert create |')[0]).toEqual({
      kind: 'tip',
      label: 'Name',
      hint: 'up to 200 characters, such as "Disk 80"',
      text: '/cloud alert create ',
      caret: 20,
    });
  });
});

const of = (operation: string, field: string, filter: string, beside = {}) => {
  return { operation, field, filter, beside };
};

test.each([
  ['at a place', '/cloud alert show di|', of('alert.show', 'policy', 'di')],
  ['in quotes', '/cloud alert show "Disk 8|', of('alert.show', 'policy', 'Disk 8')],
  ['at the second place', '/cloud alert assign x |', of('alert.assign', 'server', '', { policy: 'x' })],
  ['beside another word', '/cloud firewall show de1 |', of('firewall.show', 'id', '', { dc: 'de1' })],
  ['by name', '/cloud alert show policy=di|', of('alert.show', 'policy', 'di')],
  ['not for a name that is free', '/cloud alert create |', undefined],
  ['not while the command is unknown', '/cloud alert |', undefined],
  ['not in a message', 'alert show |', undefined],
])('the choices that are wanted %s', (_, marked, wanted) => {
  expect(choicesWanted(...at(marked), vocabulary.commands)).toEqual(wanted);
});
