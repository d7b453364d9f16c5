/**
 * Known to be wrong if no answer came of the entry `started`: nothing is sent, and the entry has no end. A test of the outages is
 * expected to fail of it.
 */
export const startedWithoutEnd = /is started, and has no end in the log/;
