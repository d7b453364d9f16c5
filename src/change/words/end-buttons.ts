import type { Button } from '../../answer/answer.ts';
import { join } from '../../operation/words.ts';
import type { Step } from '../model/step.ts';

/*
 * The buttons that move the end of a step. They carry the id of the step and its account; who may press one, and whether the end still
 * waits, is decided when it is pressed.
 */

interface Named {
  /** The id of the step (`stepId`). */
  readonly id: string;
  readonly step: Pick<Step, 'account'>;
}

/** A command on the end of a step; `more` follows its id. */
const lineOn = (
  verb: 'extend' | 'end',
  { id, step: { account } }: Named,
  ...more: readonly string[]
): string => join([...[verb, id, ...more].map((text) => ({ text })), { key: 'account', text: account }]);

/** Opens the form that moves the end of a step to a later time; an hour more is filled in. */
export const extendButton = (named: Named): Button => ({
  label: 'Extend…',
  action: { form: lineOn('extend', named, '1h') },
});

/** Previews the end of a step, which its confirmation brings forward to now. */
export const endNowButton = (named: Named): Button => ({
  label: 'End Now',
  action: { line: lineOn('end', named) },
});
