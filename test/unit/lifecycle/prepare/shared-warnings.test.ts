import { expect, test } from 'vitest';
import { sharedWarnings } from '../../../../src/lifecycle/prepare/shared-warnings.ts';

const step = (name: string, ...warnings: string[]) => ({ target: { noun: 'server', name }, warnings });

test.each([
  ['the warning of a single step stays as it is', [step('WEB01', 'Restarts WEB01.')], ['Restarts WEB01.']],
  [
    'a warning that all steps share is given once',
    [
      step('WEB01', 'Restarts WEB01.', 'WEB01 keeps its CPUs.'),
      step('WEB02', 'Restarts WEB02.', 'WEB02 keeps its CPUs.'),
    ],
    ['Restarts each of the 2 servers.', 'Each of the 2 servers keeps its CPUs.'],
  ],
  [
    'a warning that not all steps share stays with its step',
    [step('WEB01', 'Restarts WEB01.'), step('WEB02', 'Restarts WEB02.', 'WEB02 is old.'), step('DB01')],
    ['Restarts WEB01.', 'Restarts WEB02.', 'WEB02 is old.'],
  ],
])('%s', (_, steps, warnings) => {
  expect(sharedWarnings(steps).map((text) => [text].flat().join(''))).toEqual(warnings);
});
