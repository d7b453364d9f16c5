import { type Button, commandButton, maxButtonValue } from '../../answer/answer.ts';
import type { Change, Status } from '../model/change.ts';
import { suggestionRef } from '../model/ids.ts';
import { lineFor } from '../model/titles.ts';

/*
 * The buttons on a request for approval. They carry its id only; who may press one is decided when it is pressed.
 */

interface Request {
  readonly id: string;
}

/** Opens the review modal. */
export const reviewButton = ({ id }: Request): Button => ({
  label: 'Review',
  style: 'primary',
  action: { decide: 'review', on: id },
});

/** Opens the review modal of the requester's own request, for a break-glass approval. */
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

/** How a request ends that was not made, and that its requester may want to make again. */
const notMade: readonly Status[] = ['expired', 'withdrawn', 'rejected', 'outdated'];

/**
 * Previews the change of a request that was not made, as it would be now: *Edit* on the preview opens its form. None for an Undo,
 * whose time may be over, and for what no single command requests.
 */
export function requestAgainButtons(change: Change): readonly Button[] {
  const command = notMade.includes(change.status) ? lineFor(change) : undefined;
  const isUndo = change.steps.some(({ undoes }) => undoes);
  return command === undefined || isUndo || command.length > maxButtonValue
    ? []
    : [commandButton('Request Again', command)];
}

/** Withdraws an approved change that has not started. */
export const cancelStartButton = ({ id }: Request): Button => ({
  label: 'Cancel Start',
  action: { decide: 'withdraw', on: id },
  confirm: { title: 'Cancel this change?', text: 'It won’t start. You can request the change again.' },
});

/** Previews a change of the steps that failed. */
export const retryFailedButton = ({ id }: Request, steps: number): Button => ({
  label: `Retry Failed (${steps})`,
  action: { decide: 'retryFailed', on: id },
});

/** Previews a change that undoes the steps that are done. */
export const undoDoneButton = ({ id }: Request, steps: number): Button => ({
  label: `Undo Done (${steps})`,
  action: { decide: 'undoDone', on: id },
});

/** Replaces the request with the narrower change that an approver suggested. */
export const acceptButton = ({ id }: Request, suggestion: Request): Button => ({
  label: 'Accept Suggestion',
  style: 'primary',
  action: { decide: 'accept', on: suggestionRef(id, suggestion.id) },
});

/** Keeps the request as it is. */
export const declineButton = ({ id }: Request, suggestion: Request): Button => ({
  label: 'Decline',
  action: { decide: 'decline', on: suggestionRef(id, suggestion.id) },
});
