import type { Button } from '../../answer/answer.ts';
import type { Suggestion } from '../model/approval.ts';
import type { Change } from '../model/change.ts';
import { suggestionDigest } from '../model/digest.ts';
import { suggestionRef } from '../model/ids.ts';
import { onceAccepted } from './request-buttons.ts';

/**
 * Returns the button that replaces the request with the narrower change that an approver suggested. Its label and its question
 * say whether that applies the change; it carries the digest of what it accepts.
 */
export const acceptButton = (change: Change, { id, missing, ...suggested }: Suggestion): Button => ({
  label: missing === 0 ? 'Accept and Apply' : 'Accept Suggestion',
  style: 'primary',
  action: { decide: 'accept', on: suggestionRef(change.id, id), seen: suggestionDigest(suggested) },
  ...(missing !== undefined && {
    confirm: {
      title: missing === 0 ? 'Apply the suggested change?' : 'Replace your request?',
      text: `The suggested change replaces your request. ${onceAccepted(change, missing)}`,
    },
  }),
});
