import { type Button, commandButton, count, maxButtonValue } from '../../answer/answer.ts';
import type { Change, Status } from '../model/change.ts';
import { suggestionRef } from '../model/ids.ts';
import { lineFor } from '../model/titles.ts';
import { whenApplied } from './when-applied.ts';

/*
 * The buttons of a request for approval. They carry only its id; rights are checked when a button is pressed.
 */

interface Request {
  readonly id: string;
}

/** Returns the button that opens the review modal. */
export const reviewButton = ({ id }: Request): Button => ({
  label: 'Review',
  style: 'primary',
  action: { decide: 'review', on: id },
});

/** Returns the button that opens the review modal of the requester's own request, for a break-glass approval. */
export const breakGlassButton = ({ id }: Request): Button => ({
  label: 'Break-Glass Approval…',
  action: { decide: 'breakGlass', on: id },
});

export const withdrawButton = ({ id }: Request): Button => ({
  label: 'Withdraw',
  action: { decide: 'withdraw', on: id },
  confirm: {
    title: 'Withdraw this request?',
    text: 'It can’t be approved any more. You can request the change again.',
  },
});

/** Final statuses of a request that was not applied, which its requester may want to repeat. */
const notMade: readonly Status[] = ['expired', 'withdrawn', 'rejected', 'outdated'];

/**
 * Returns a button that previews the change of an unsuccessful request again; *Edit* on the preview opens its form. Empty for
 * an Undo, whose time may be over, and if no single command requests the change.
 */
export function requestAgainButtons(change: Change): readonly Button[] {
  const command = notMade.includes(change.status) ? lineFor(change) : undefined;
  const isUndo = change.steps.some(({ undoes }) => undoes);
  return command === undefined || isUndo || command.length > maxButtonValue
    ? []
    : [commandButton('Request Again', command)];
}

/** Returns the button that withdraws an approved change before its start. */
export const cancelStartButton = ({ id }: Request): Button => ({
  label: 'Cancel Start',
  action: { decide: 'withdraw', on: id },
  confirm: { title: 'Cancel this change?', text: 'It won’t start. You can request the change again.' },
});

/** Returns the button that previews a retry of the failed steps. */
export const retryFailedButton = ({ id }: Request, steps: number): Button => ({
  label: `Retry Failed (${steps})`,
  action: { decide: 'retryFailed', on: id },
});

/** Returns the button that previews the Undo of the completed steps. */
export const undoDoneButton = ({ id }: Request, steps: number): Button => ({
  label: `Undo Done (${steps})`,
  action: { decide: 'undoDone', on: id },
});

/** Returns what follows when the requester accepts a suggestion that then lacks so many approvals, as a sentence. */
export const onceAccepted = (change: Change, missing: number): string =>
  missing === 0
    ? `Nobody else has to approve it, so it is applied ${whenApplied(change)}.`
    : `It then needs ${count(missing, 'more approval')}.`;

/** Returns the button that keeps the request as it is. */
export const declineButton = ({ id }: Request, suggestion: Request): Button => ({
  label: 'Keep My Request',
  action: { decide: 'decline', on: suggestionRef(id, suggestion.id) },
});
