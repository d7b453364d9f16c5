import { type Answer, failed, note } from '../../answer/answer.ts';

/** Why something is refused: for its requester, and as a sentence for the audit log. */
export interface Refusal {
  readonly answer: Answer;
  readonly note: string;
}

/** Creates a refusal from a sentence and the next steps. */
export const refusal = (why: string, ...next: Answer): Refusal => ({
  answer: [failed(why), ...next],
  note: why,
});

/** Creates the refusal of what changed nothing. */
export const unchanged = (why: string, ...next: Answer): Refusal =>
  refusal(`${why} Nothing was changed.`, ...next);

/** Creates one for what has not failed: there is nothing to do. */
export const remark = (why: string): Refusal => ({ answer: [note(why)], note: why });
