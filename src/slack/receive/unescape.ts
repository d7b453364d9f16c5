import { normalize } from '../../core/normalize.ts';

/** Slack's own marks in what a person typed: `<mailto:a@b.c|a@b.c>`, `<http://x|x>`, `<@U1|ana>`, `<#C1|ops>`. */
const marks = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/**
 * A typed line as the person meant it: links and channels as they were typed, mentions of people by their ids (`@U1`),
 * entities decoded, and all of it normalized as values from forms are.
 */
export const typed = (text: string): string =>
  normalize(
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
