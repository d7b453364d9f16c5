import { expect, test } from 'vitest';
import { withoutExcluded } from '../../../../src/change/model/exclude-steps.ts';
import type { Step } from '../../../../src/change/model/step.ts';

const step = (name: string, more: Partial<Step> = {}): Step => ({
  operation: 'alert.assign',
  raw: {},
  account: 'ACME',
  line: name,
  title: name,
  targets: [],
  target: { noun: 'server', name },
  ...more,
});

test.each<[string, readonly [Step, ...Step[]], readonly number[], readonly string[] | undefined]>([
  ['all ticked steps stay', [step('A'), step('B')], [], ['A', 'B']],
  ['an unticked step is excluded', [step('A'), step('B'), step('C')], [1], ['A', 'C']],
  ['positions that do not exist change nothing', [step('A'), step('B')], [7], ['A', 'B']],
  ['no change remains without steps', [step('A'), step('B')], [0, 1], undefined],
  ['a change of one step excludes nothing', [step('A')], [0], ['A']],
  ['steps that wait for each other are all kept', [step('A'), step('B', { after: 0 })], [0], ['A', 'B']],
  ['steps without targets are all kept', [step('A'), step('B', { target: undefined })], [0], ['A', 'B']],
])('%s', (_, steps, excluded, kept) => {
  expect(withoutExcluded({ steps }, excluded)?.steps.map(({ title }) => title)).toEqual(kept);
});
