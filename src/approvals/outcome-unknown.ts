import { type Answer, warning } from '../answer/answer.ts';
import type { RequestedChange } from '../change/model/change.ts';
import { explain } from '../evaluate/describe-error.ts';

/** The end of a request of which nothing was heard for too long. */
export const outcomeUnknown: Answer = explain(new Error('the worker ended before it wrote an outcome'), {
  started: true,
});

/** It for the steps of a request, of which some may end by themselves. */
export const outcomeUnknownOf = ({ steps }: Pick<RequestedChange, 'steps'>): Answer =>
  steps.some(({ ends }) => ends)
    ? [...outcomeUnknown, warning('If it was applied, it may not end by itself: check that, too.')]
    : outcomeUnknown;
