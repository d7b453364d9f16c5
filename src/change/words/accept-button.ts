import { type Button, count } from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import { tensesOf } from '../../operation/verbs.ts';
import type { Suggestion } from '../model/approval.ts';
import type { Change } from '../model/change.ts';
import { suggestionDigest } from '../model/digest.ts';
import { suggestionRef } from '../model/ids.ts';
import { phraseIn } from './lead.ts';
import { onceAccepted } from './request-buttons.ts';

/**
 * Returns the button that replaces the request with the narrower change that an approver suggested. Its label and its question
 * say whether that applies the change; it carries the digest of what it accepts.
 */
export function acceptButton(change: Change, { id, missing, ...suggested }: Suggestion): Button {
  const [verb, ...others] = new Set(suggested.steps.map((step) => phraseIn(step).verb));
  const does = capitalize(tensesOf(verb && others.length === 0 ? verb : 'apply').wants);
  return {
    label:
      missing === 0
        ? `Accept and ${does}`
        : missing === undefined
          ? 'Accept Suggestion'
          : `Accept (${count(missing, 'More Approval')})`,
    style: 'primary',
    action: { decide: 'accept', on: suggestionRef(change.id, id), seen: suggestionDigest(suggested) },
    ...(missing !== undefined && {
      confirm: {
        title: missing === 0 ? `${does} what is suggested?` : 'Replace your request?',
        text: `The suggested change replaces your request. ${onceAccepted(change, missing)}`,
      },
    }),
  };
}
