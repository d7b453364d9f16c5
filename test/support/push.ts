/** A push notification as a phone shows it: names in place of mentions, times in place of dates, without escapes. */
export const onPhone = (text: string): string =>
  text
    .replace(/<!date\^\d+\^[^<>|^]*\|[^<>|]*>/g, 'Nov 20, 18:00')
    .replace(/<[@#!][^<>]*>/g, '@somebody')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '');

/** The problems of a push notification on a lock screen. */
export function wrongOnPhone(text: string): readonly string[] {
  const shown = onPhone(text);
  return [
    ...(shown.replaceAll('@somebody', 'a name of 20 letters').length > 110
      ? [`${shown.length} characters: ${shown}`]
      : []),
    ...(/[0-9a-f]{32}/.test(shown) ? [`an id: ${shown}`] : []),
    ...(/\bUTC\b/.test(shown) ? [`a time in UTC: ${shown}`] : []),
  ];
}
