/**
 * What happened to something that another version of Skydesk offered or stored, and that this one does not know. `what` is
 * its name: "command". `next` is what to do about it, in sentences.
 */
export const changedInNewVersion = (what: string, next?: string): string =>
  [`This ${what} changed in a newer version.`, next].filter(Boolean).join(' ');
