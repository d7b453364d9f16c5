import { immediate, type LocalTime, type SwitchGroup } from './switch-types.ts';

const hourMs = 3_600_000;

/** The switches that let time pass. */
export const timeSwitches = (time: LocalTime): SwitchGroup => ({
  switches: [
    immediate(
      {
        id: 'one-hour',
        part: 'time',
        name: 'Let 1 hour pass',
        description:
          'The clock of Slack, the cloud API, Skydesk and its table moves on, and the sweeper runs. Approvers are reminded, previews and Undo expire.',
      },
      () => time.pass(hourMs),
    ),
    immediate(
      {
        id: 'eight-hours',
        part: 'time',
        name: 'Let 8 hours pass',
        description: 'As above, eight times. Requests that nobody approved expire.',
      },
      () => time.pass(8 * hourMs),
    ),
  ],
  reset: () => time.reset(),
});
