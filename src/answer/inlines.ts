/** One piece of running text. It holds raw text from users and from the cloud API; the renderer escapes it. */
export type Inline =
  | string
  | { readonly bold: string }
  | { readonly code: string }
  | { readonly quote: string /* a person's own words: a reason, a comment */ }
  | { readonly line: string /* a command, without the name of the slash command */ }
  | { readonly money: number /* cents */ }
  | { readonly time: string /* ISO 8601 */; readonly as: 'day' | 'minute' | 'clock' | 'relative' }
  | {
      readonly person: string /* Slack user id */;
      readonly name?: string /* shown in place of a mention */;
      readonly tag?: string /* shown in parentheses behind it */;
    }
  | { readonly group: string /* id of a Slack user group */ }
  | { readonly channel: string /* Slack channel id */ }
  | { readonly link: string /* permalink of a Slack message */; readonly text: string };

/** Running text: one inline or several in a row. */
export type Text = Inline | readonly Inline[];

// Constructors for each kind of inline.

export const bold = (text: string): Inline => ({ bold: text });
export const code = (text: string): Inline => ({ code: text });
export const quote = (words: string): Inline => ({ quote: words });
export const line = (words: string): Inline => ({ line: words });
/** Returns an amount of money. `cents` is an integer. */
export const money = (cents: number): Inline => ({ money: cents });
export const person = (id: string): Inline => ({ person: id });
export const group = (id: string): Inline => ({ group: id });
export const channel = (id: string): Inline => ({ channel: id });
/** Links to a Slack message by its permalink. Any other URL is shown as plain text. */
export const link = (permalink: string, text: string): Inline => ({ link: permalink, text });
/** Returns a time, shown in the reader's time zone. `at` is ISO 8601 or a date. */
export const time = (at: string | Date, as: 'day' | 'minute' | 'clock' | 'relative' = 'minute'): Inline => ({
  time: typeof at === 'string' ? at : at.toISOString(),
  as,
});

/** Returns the first 8 characters of a long id, for reading. Only links and buttons need the rest. */
export const shortId = (id: string): Inline => ({ code: id.slice(0, 8) });
