import type { MountableSlack } from '../slack/index.ts';
import { type FaultsOfPart, planned } from './injected-fault.ts';

export const slackFaults = (slack: MountableSlack): FaultsOfPart => ({
  part: 'slack',
  faults: [
    {
      id: 'expired-trigger',
      kind: 'event',
      name: 'Expire the next trigger',
      description:
        'The next form can’t be opened, as if its trigger were older than 3 seconds. A message with a button that opens it appears instead.',
      ...planned(() => slack.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' })),
    },
    {
      id: 'slack-busy',
      kind: 'event',
      name: 'One 429 response',
      description:
        'Slack responds to the next call with 429 and Retry-After: 2. Skydesk waits 2 seconds, then repeats the call.',
      ...planned(() => slack.fault({ method: '*', times: 1, retryAfter: 2 })),
    },
    {
      id: 'slack-limits',
      kind: 'condition',
      name: 'Slack’s rate limits',
      description:
        'Slack takes one new message a second in a channel, and 20, 50 or 100 calls a minute of each other method, as it documents. It answers more with 429 and Retry-After; Skydesk repeats these after that time.',
      isOn: () => slack.rateLimits.isOn,
      set: (on) => slack.rateLimits.turn(on),
      seen: () => refusedSoFar(slack.rateLimits.refused),
    },
    {
      id: 'slack-down',
      kind: 'condition',
      name: 'Web API outage',
      description:
        'Slack responds to every call with 503, so no answer appears. Answers stay on the queue and are delivered once this is turned off, within three attempts.',
      ...planned(() => slack.fault({ method: '*', status: 503 })),
    },
  ],
  reset: () => slack.reset(),
});

/** Describes the refused calls so far: "3 calls had to wait: chat.postMessage 2, chat.update 1." */
function refusedSoFar(refused: ReadonlyMap<string, number>): string | undefined {
  const counts = [...refused].map(([method, count]) => `${method} ${count}`);
  const calls = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return calls === 0
    ? undefined
    : `${calls} ${calls === 1 ? 'call' : 'calls'} had to wait: ${counts.join(', ')}.`;
}
