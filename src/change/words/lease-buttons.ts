import type { Button } from '../../answer/answer.ts';
import { join } from '../../operation/words.ts';
import type { Step } from '../model/step.ts';

/*
 * The buttons on a lease. They carry its id and its account; who may press one, and whether the lease is still active, is
 * decided when it is pressed.
 */

interface Named {
  /** The id of its step (`stepId`). */
  readonly id: string;
  readonly step: Pick<Step, 'account'>;
}

/** A command on a lease; `more` follows its id. */
const lineOn = (
  verb: 'extend' | 'end',
  { id, step: { account } }: Named,
  ...more: readonly string[]
): string => join([...[verb, id, ...more].map((text) => ({ text })), { key: 'account', text: account }]);

/** Opens the form that moves the end of a lease to a later time; an hour more is filled in. */
export const extendButton = (lease: Named): Button => ({
  label: 'Extend…',
  action: { form: lineOn('extend', lease, '1h') },
});

/** Previews the end of a lease, which its confirmation brings forward to now. */
export const endNowButton = (lease: Named): Button => ({
  label: 'End Now',
  action: { line: lineOn('end', lease) },
});
