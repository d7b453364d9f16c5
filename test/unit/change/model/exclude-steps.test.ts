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
  ['all are ticked', [step('A'), step('B')], [], ['A', 'B']],
  ['one is unticked', [step('A'), step('B'), step('C')], [1], ['A', 'C']],
  ['positions that do not exist change nothing', [step('A'), step('B')], [7], ['A', 'B']],
  ['nothing is ticked', [step('A'), step('B')], [0, 1], undefined],
  ['a change of one step has no ticks', [step('A')], [0], ['A']],
  ['steps that wait for each other belong together', [step('A'), step('B', { after: 0 })], [0], ['A', 'B']],
  ['steps without targets do too', [step('A'), step('B', { target: undefined })], [0], ['A', 'B']],
])('%s', (_, steps, excluded, kept) => {
  expect(withoutExcluded({ steps }, excluded)?.steps.map(({ title }) => title)).toEqual(kept);
});
