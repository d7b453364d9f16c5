import type { Tone } from './answer.ts';

/** The sign of a tone where Slack's emoji can't be used: in push notifications, and in text for a model. */
export const toneSigns: Readonly<Record<Tone, string>> = {
  done: '✅',
  open: '🔓',
  waiting: '⏳',
  warning: '⚠️',
  failed: '❌',
  neutral: '⚪',
  low: '🟢',
  medium: '🟠',
  high: '🔴',
};
