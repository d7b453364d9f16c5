import { approvalLayouts } from './approval-layouts.ts';
import { changeLayouts } from './change-layouts.ts';
import { changedLayouts } from './changed-layouts.ts';
import { leaseLayouts } from './lease-layouts.ts';
import { manyLayouts } from './many-layouts.ts';
import type { Moment } from './moment.ts';
import { planLayouts } from './plan-layouts.ts';
import { readLayouts } from './read-layouts.ts';
import { slackbotLayouts } from './slackbot-layouts.ts';
import { timeLayouts } from './time-layouts.ts';

/** Every layout that people see, to be looked at. */
export const layouts: readonly Moment[] = [
  ...approvalLayouts,
  ...changeLayouts,
  ...changedLayouts,
  ...leaseLayouts,
  ...manyLayouts,
  ...planLayouts,
  ...readLayouts,
  ...slackbotLayouts,
  ...timeLayouts,
];
