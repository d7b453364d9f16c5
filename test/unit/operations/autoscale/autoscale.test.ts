import { expect, test } from 'vitest';
import { time } from '../../../../src/answer/answer.ts';
import { window } from '../../../../src/operations/autoscale/autoscale.ts';

const clock = () => Date.UTC(2026, 10, 28);
const clockTime = (text: string) => time(`2026-11-28T${text}:00Z`, 'clock');

test.each([
  ['02:00', clockTime('02:00')],
  ['2:00', clockTime('02:00')],
  ['25:00', '25:00'],
  ['02:00:00', '02:00:00'],
  ['', ''],
])('a window that begins at “%s” is shown as a time, or as the cloud API has it', (start, shown) => {
  const scaleDownWindow = { start, end: '04:00' };
  expect(window({ scaleDownWindow } as never, clock)).toEqual([shown, ' to ', clockTime('04:00')]);
});
