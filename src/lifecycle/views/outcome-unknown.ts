import type { Answer } from '../../answer/answer.ts';
import { explain } from '../../evaluate/describe-error.ts';

/** The end of a request of which nothing was heard for too long. */
export const outcomeUnknown: Answer = explain(new Error('the worker ended before it wrote an outcome'), {
  started: true,
});
