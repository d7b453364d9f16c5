import type { MountableSlack } from '../slack/index.ts';
import { plannedFault, type SwitchGroup } from './switch-types.ts';

/** The switches of the local Slack. */
export const slackSwitches = (slack: MountableSlack): SwitchGroup => ({
  switches: [
    plannedFault(
      {
        id: 'expired-trigger',
        part: 'slack',
        name: 'Expire the next trigger',
        description:
          'The next form can’t be opened, as if its trigger were older than 3 seconds. A message with a button that opens it appears instead.',
      },
      'event',
      () => slack.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' }),
    ),
    plannedFault(
      {
        id: 'slack-busy',
        part: 'slack',
        name: 'Rate limit (429)',
        description:
          'Slack responds to the next call with 429 and Retry-After: 2. Skydesk waits 2 seconds, then repeats the call.',
      },
      'event',
      () => slack.fault({ method: '*', times: 1, retryAfter: 2 }),
    ),
    plannedFault(
      {
        id: 'slack-down',
        part: 'slack',
        name: 'Web API outage',
        description:
          'Slack responds to every call with 503, so no answer appears. Answers stay on the queue and are delivered once this is turned off, within three attempts.',
      },
      'condition',
      () => slack.fault({ method: '*', status: 503 }),
    ),
  ],
  reset: () => slack.reset(),
});
