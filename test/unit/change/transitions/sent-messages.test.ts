import { expect, test } from 'vitest';
import type { StepEnd } from '../../../../src/change/model/step.ts';
import { storeEnds } from '../../../../src/change/transitions/sent-messages.ts';
import { request } from '../../requests.ts';

const active: StepEnd = { phase: 'active', since: 0, endsAt: 9 };
const ended: StepEnd = { phase: 'ended', since: 9 };

test.each<[string, StepEnd | undefined, StepEnd, StepEnd]>([
  ['is kept', undefined, active, active],
  ['is kept once it is over', active, ended, ended],
  ['stays over, though a slow job tells of an earlier state', ended, active, ended],
])('how the end of a step stands %s', (_, known, told, kept) => {
  const change = request({}, { ends: { at: 9 }, ...(known && { end: known }) });
  expect(storeEnds(change, new Map([[0, told]]))).toMatchObject({ change: { steps: [{ end: kept }] } });
});
