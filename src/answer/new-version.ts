/**
 * Explains that this version doesn't know something that another version of Skydesk stored or offered. `what` names it:
 * "command". `next` is the remedy, in sentences.
 */
export const changedInNewVersion = (what: string, next?: string): string =>
  [`This ${what} changed in a newer version.`, next].filter(Boolean).join(' ');
