/** Running text of a message as a tree, whatever markup it was written in. */

export type Style = 'bold' | 'italic' | 'strike' | 'underline' | 'code';

export type Inline =
  | { is: 'text'; text: string }
  | { is: 'styled'; style: Style; inside: Inline[] }
  | { is: 'link'; url: string; label?: string }
  | { is: 'mention'; mark: '@' | '#'; id: string; label?: string }
  | { is: 'broadcast'; range: string }
  | { is: 'date'; date: SlackDate; url?: string }
  /** `unicode` is the character itself, where the message says it. */
  | { is: 'emoji'; name: string; unicode?: string }
  | { is: 'color'; value: string };

/** A moment that Slack shows in the reader's zone. */
export interface SlackDate {
  /** Seconds since the epoch. */
  seconds: number;
  /** Words with tokens such as `{date_short}` and `{time}`. */
  format: string;
  /** Shown where the moment cannot be. */
  fallback: string;
}
