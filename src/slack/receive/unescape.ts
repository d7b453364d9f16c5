import { normalizeLines } from '../../core/normalize.ts';

/** Slack's markup in text that a user typed: `<mailto:a@b.c|a@b.c>`, `<http://x|x>`, `<@U1|ana>`, `<#C1|ops>`. */
const marks = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/**
 * Removes Slack's markup from a typed command: links and channels as typed, mentions by id (`@U1`, and `@S1` or `#C1` where Slack
 * gives no name), HTML entities decoded. Normalizes each line of the result, like values from forms. Line breaks remain, since a
 * plan has several lines.
 */
export const unescapeSlackText = (text: string): string =>
  normalizeLines(
    text
      .replace(marks, (_, target: string, label: string | undefined) => {
        if (target.startsWith('@')) return target;
        if (target.startsWith('#')) return label ? `#${label}` : target;
        if (target.startsWith('!')) return special(target.slice(1), label);
        return label || target.replace(/^mailto:/, '');
      })
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );

/** Returns a special mention as typed: of a user group (`subteam^S1`), of everybody (`here`), or a date, which has a label. */
function special(target: string, label = ''): string {
  const [kind = '', id = ''] = target.split('^');
  if (kind === 'date') return label;
  return `@${label.replace(/^@/, '') || id || kind}`;
}
