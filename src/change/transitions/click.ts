import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Clicked } from '../model/changes.ts';
import { seenDigest } from '../model/digest.ts';
import { withoutExcluded } from '../model/exclude-steps.ts';

/** A click on the preview of a change. */
export interface Click {
  /** Slack user id. */
  readonly by: string;
  readonly job: string;
  /** The digest of what the preview showed (`seenDigest`). */
  readonly seen?: string | undefined;
  /** Positions of the steps that were unticked. The preview keeps them: they leave the change that is stored then. */
  readonly excluded?: readonly number[] | undefined;
}

/** Confirms a previewed change. Only its requester can: once, before it expires, as it was shown, and not with everything unticked. */
export const confirm = (preview: Change, click: Click, now: Instant): Clicked =>
  decide(preview, 'confirmed', click, now);

/** Cancels a previewed change, whatever is ticked. Only its requester can: once, before it expires, and as it was shown. */
export const cancel = (preview: Change, click: Click, now: Instant): Clicked =>
  decide(preview, 'cancelled', { ...click, excluded: [] }, now);

/** The digest counts at a redelivery, too: what is stored next to it may have been swapped since. */
function decide(
  preview: Change,
  status: 'confirmed' | 'cancelled',
  { by, job, seen, excluded }: Click,
  now: Instant,
): Clicked {
  const isOpen = preview.status === 'previewed';
  if (preview.requester !== by) return { refused: 'not yours' };
  if (!isOpen && preview.job !== job)
    return { refused: preview.status === 'confirmed' ? 'confirmed before' : 'cancelled before' };
  if (isOpen && now >= preview.expires) return { refused: 'expired', change: preview };
  if (seen !== seenDigest(preview)) return { refused: 'not seen', change: preview };
  if (!withoutExcluded(preview, excluded)) return { refused: 'nothing ticked' };
  return isOpen ? { change: { ...preview, status, job } } : { change: preview, redelivered: true };
}
