import { errorName } from '../answer/user-error.ts';
import { notifyFor } from '../change/model/time-limits.ts';
import { day } from '../core/clock.ts';
import { findingId } from '../drift/finding-id.ts';
import type { Digest, WatchMessages } from '../drift/findings.ts';
import { digestCard, digestOf } from '../operations/changed/digest-card.ts';
import { listedFor, listedSince } from '../operations/changed/open-findings.ts';
import { nextDigest } from './digest-day.ts';
import { contextOf, discard, type NotifyDependencies, post } from './post.ts';

/**
 * Posts the daily digest of an account's changes from outside that still exist, at the time that the policy sets. For a day,
 * the message is edited when its content changes. Failures are retried with the next job until it is too late. Never rejects.
 */
export async function postDigest(account: string, deps: NotifyDependencies): Promise<void> {
  const time = deps.policy.watch?.digest;
  if (!time) return;
  try {
    const now = deps.clock();
    const sent = await deps.watches.messages(account);
    const last = sent?.digest;
    const next = nextDigest(time, last?.day, now);
    if (next && next.at <= now) {
      const from = last ? Math.max(last.until, now - listedFor) : now - day;
      await postOrEdit(account, { day: next.day, from, until: now }, sent, deps);
    } else if (last?.posted && now - last.until < notifyFor) await postOrEdit(account, last, sent, deps);
  } catch (error) {
    deps.log('not sent', { account, error: errorName(error) });
  }
}

/** Posts a digest with findings, or updates one that is posted. */
async function postOrEdit(
  account: string,
  digest: Digest,
  sent: WatchMessages | undefined,
  deps: NotifyDependencies,
): Promise<void> {
  const { watches } = deps;
  const context = await contextOf(account, deps);
  const heads = await watches.heads(account);
  const found = await listedSince(digest.from + 1, deps.clock(), context);
  const content = digestOf(found, digest);
  const { posted } = digest;
  const save = (digest: Digest): Promise<boolean> =>
    watches.saveMessages(account, { ...sent, version: (sent?.version ?? 0) + 1, digest });
  const isUnknown =
    (content.incomplete ?? []).length > 0 ||
    heads.some(({ failure, unread }) =>
      [failure, unread].some((one) => one !== undefined && one.since <= digest.from),
    );
  if (!posted && content.named.length === 0 && !isUnknown) {
    await save(digest);
    return;
  }
  const answer = digestCard(content, digest, heads, context);
  const named = content.named.map(({ set, index }) => findingId(set, index));
  const shown = await post(posted, answer, deps);
  if (!shown || shown === posted) return;
  const isStored = await save({ ...digest, posted: { ...shown, named } });
  if (!isStored && !posted) await discard(shown, deps);
}
