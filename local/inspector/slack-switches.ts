import type { MountableSlack } from '../slack/index.ts';
import { plannedFault, type SwitchGroup } from './switch-types.ts';

/** The switches of the local Slack. */
export const slackSwitches = (slack: MountableSlack): SwitchGroup => ({
  switches: [
    plannedFault(
      {
        id: 'expired-trigger',
        part: 'slack',
        name: 'Let the next trigger expire',
        description:
          'The next form cannot be opened, as if it had come too late. A message with a button to open it comes instead.',
      },
      'event',
      () => slack.fault({ method: 'views.open', times: 1, error: 'expired_trigger_id' }),
    ),
    plannedFault(
      {
        id: 'slack-busy',
        part: 'slack',
        name: 'Too many requests',
        description:
          'Slack answers the next call with 429 and asks for 2 seconds of patience. The bot waits, and the answer comes that much later.',
      },
      'event',
      () => slack.fault({ method: '*', times: 1, retryAfter: 2 }),
    ),
    plannedFault(
      {
        id: 'slack-down',
        part: 'slack',
        name: 'Slack’s Web API is down',
        description:
          'Every call is answered 503, so no answer appears. What was to be told stays on the queue and is told once this is switched off, if it is within three deliveries.',
      },
      'condition',
      () => slack.fault({ method: '*', status: 503 }),
    ),
  ],
  reset: () => slack.reset(),
});
