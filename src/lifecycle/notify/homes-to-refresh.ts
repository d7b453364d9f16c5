import type { Change } from '../../change/model/change.ts';
import { homeOfId } from '../../change/model/ids.ts';
import { isUserId } from '../../messaging/slack-ids.ts';
import type { HomeOpened } from '../../queue/job.ts';

/** Upper bound for the Home tabs that one request refreshes, since each refresh reads the cloud API. */
const maxHomes = 20;

/**
 * Returns the jobs that refresh the Home tabs which list a request: those of its voters and of the approvers that the policy
 * names. Members of user groups are not resolved. `cause`: the event that added or removed the request, for unique job ids.
 */
export function homesToRefresh(
  { team, approval }: Pick<Change, 'team' | 'approval'>,
  cause: string,
): readonly HomeOpened[] {
  const { reviewers = [], votes = [] } = approval ?? {};
  // Votes are only added, so each person keeps their index.
  const people = new Set([...reviewers.filter(isUserId), ...votes.map(({ person }) => person)]);
  return [...people].slice(0, maxHomes).map((person, index) => ({
    kind: 'home',
    id: homeOfId(cause, index),
    team,
    replyTo: { channel: person, person },
    answered: false,
    unasked: true,
  }));
}
