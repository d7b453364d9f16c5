/** Running text of a message as a tree, independent of its markup. */

export type Style = 'bold' | 'italic' | 'strike' | 'code';

export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'styled'; readonly style: Style; readonly inside: Inline[] }
  | { readonly is: 'link'; readonly url: string; readonly label?: string }
  | { readonly is: 'mention'; readonly mark: '@' | '#'; readonly id: string; readonly label?: string }
  | { readonly is: 'broadcast'; readonly range: string }
  | { readonly is: 'date'; readonly date: SlackDate; readonly url?: string }
  | { readonly is: 'emoji'; readonly name: string };

/** A time that Slack shows in the reader's zone. */
export interface SlackDate {
  /** Seconds since the epoch. */
  readonly seconds: number;
  /** Words with tokens such as `{date_short}` and `{time}`. */
  readonly format: string;
  /** Shown if the time cannot be. */
  readonly fallback: string;
}
