import { normalizeLines } from '../../core/normalize.ts';

/** Slack's markup in text that a user typed: `<mailto:a@b.c|a@b.c>`, `<http://x|x>`, `<@U1|ana>`, `<#C1|ops>`. */
const marks = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/**
 * Removes Slack's markup from a typed command: links and channels as typed, mentions by user id (`@U1`), HTML entities decoded.
 * Normalizes each line of the result, like values from forms. Line breaks remain, since a plan has several lines.
 */
export const unescapeSlackText = (text: string): string =>
  normalizeLines(
    text
      .replace(marks, (_, target: string, label: string | undefined) => {
        if (target.startsWith('@')) return target;
        if (target.startsWith('#')) return label ? `#${label}` : target;
        return label || target.replace(/^mailto:/, '');
      })
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );
