const minute = 60_000;

/** For this long what a job brought is left to that job, in milliseconds; then the sweeper does it. */
export const leftAloneFor = 2 * minute;

/** What a job has claimed, and of which nothing was heard for this long, has an unknown outcome, in milliseconds. Longer than anything is polled. */
export const lostAfter = 60 * minute;

/** For this long people are told again and again, in milliseconds, where Slack refuses it; the audit log for ever. */
export const toldFor = 24 * 60 * minute;
