/**
 * Explains that something which another version of Skydesk stored or offered is unknown to this one. `what` is its name:
 * "command". `next` is what to do, in sentences.
 */
export const changedInNewVersion = (what: string, next?: string): string =>
  [`This ${what} changed in a newer version.`, next].filter(Boolean).join(' ');
