import { expect, test } from 'vitest';
import { groupSteps } from '../../../../src/change/model/group-steps.ts';
import { linesOf, titleOf, titlesText } from '../../../../src/change/model/titles.ts';

const step = (title: string, name?: string) => ({
  title,
  action: 'Assign',
  line: `alert assign x ${name}`,
  ...(name !== undefined && { target: { noun: 'server', name } }),
});
const on = (...names: string[]) => names.map((name) => step(`Assign Disk → ${name} · daily`, name));

test.each([
  ['one target keeps its title', on('WEB01'), 'Assign Disk → WEB01 · daily'],
  ['a few targets are all named', on('WEB01', 'WEB02'), 'Assign Disk → 2 servers (WEB01, WEB02) · daily'],
  ['targets are counted', on('WEB01', 'WEB02', 'DB01', 'DB02'), 'Assign Disk → 4 servers (WEB01, …) · daily'],
  [
    'only equal actions in a row are grouped',
    [...on('WEB01', 'WEB02'), step('Delete CPU'), ...on('DB01')],
    'Assign Disk → 2 servers (WEB01, WEB02) · daily; then Delete CPU; then Assign Disk → DB01 · daily',
  ],
  [
    'a title without the name of its target stays as it is',
    [step('Assign Disk', 'WEB01'), step('Assign Disk', 'WEB02')],
    'Assign Disk; then Assign Disk',
  ],
  [
    'a policy can have the name of a server',
    [step('Assign WEB01 → WEB01', 'WEB01'), step('Assign WEB01 → WEB02', 'WEB02')],
    'Assign WEB01 → 2 servers (WEB01, WEB02)',
  ],
])('%s', (_, steps, title) => expect(titleOf({ steps })).toBe(title));

test('the action of a group is bold, and its command names all targets', () => {
  const steps = on('WEB01', 'WEB02').map((one) => ({
    ...one,
    operation: 'alert.assign',
    raw: {},
    account: 'ACME',
    targets: [],
  }));
  const [first, ...others] = steps;
  if (!first) throw new Error('There are two');
  expect(titlesText({ steps })).toEqual([{ bold: 'Assign' }, ' Disk → 2 servers (WEB01, WEB02) · daily']);
  expect(linesOf({ steps: [first, ...others] })).toEqual([{ line: 'alert assign x WEB01 WEB02' }]);
  expect(groupSteps(steps)).toMatchObject([{ steps: [{}, {}] }]);
});
