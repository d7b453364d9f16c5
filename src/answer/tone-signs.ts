import type { Tone } from './answer.ts';

/** The sign that a tone has where no emoji of Slack's can be drawn: in a push notification, and in what a model reads. */
export const toneSigns: Readonly<Record<Tone, string>> = {
  done: '✅',
  waiting: '⏳',
  warning: '⚠️',
  failed: '❌',
  neutral: '⚪',
};
