/** Slack's own marks in what a person typed: `<mailto:a@b.c|a@b.c>`, `<http://x|x>`, `<@U1|ana>`, `<#C1|ops>`. */
const marks = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/**
 * A typed line as the person meant it: links as they were typed, mentions of people by their ids (`@U1`),
 * straight quotes, plain spaces, entities decoded. Text without Slack's marks passes unchanged.
 */
export function typed(text: string): string {
  return text
    .replace(marks, (_, target: string, label: string | undefined) =>
      target.startsWith('@') ? target : label || target.replace(/^mailto:/, ''),
    )
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();
}
