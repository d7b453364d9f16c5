import type { Change } from '../../../src/change/model/change.ts';
import type { Changes } from '../../../src/change/model/changes.ts';
import { seenDigest } from '../../../src/change/model/digest.ts';
import { confirm } from '../../../src/change/transitions/click.ts';
import type { DecisionMade, VoteCast } from '../../../src/queue/job.ts';

/** A decision by button: Ana confirmed a1, unless a test says otherwise. */
export const decisionOf = (more: Partial<DecisionMade> = {}): DecisionMade => ({
  ...{ kind: 'decision', id: 'j1', team: 'T0', replyTo: { channel: 'C0OPS', person: 'U0ANA' } },
  ...{ decision: 'confirm', on: 'a1' },
  ...more,
});

/** Ana's click on the button of a preview that shows this. */
export const confirmationOf = (preview: Change, more: Partial<DecisionMade> = {}): DecisionMade =>
  decisionOf({ on: preview.id, seen: seenDigest(preview), ...more });

/** Confirms a preview as its requester does, with the button that shows it. Resolves to whether that counts. */
export async function confirmIn(changes: Changes, id: string): Promise<boolean> {
  const decided = await changes.decide(id, (preview) =>
    confirm(preview, { by: preview.requester, job: 'j1', seen: seenDigest(preview) }, preview.created),
  );
  return 'change' in decided;
}

/** A vote on a request: Ben approved a1, unless a test says otherwise. */
export const castOf = (more: Partial<VoteCast> = {}): VoteCast => ({
  ...{ kind: 'vote', id: 'j-vote', team: 'T0', replyTo: { channel: 'C1', person: 'U0BEN' } },
  ...{ change: 'a1', vote: 'approve', comment: '', narrower: {} },
  ...more,
});

/** A vote of somebody who saw the request as it is. */
export const castOn = (request: Change, more: Partial<VoteCast> = {}): VoteCast =>
  castOf({ change: request.id, seen: seenDigest(request), ...more });
