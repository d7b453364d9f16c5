/** The levels of Slack's logger. Bolt gets a logger from the receiver, and creates none. */
exports.LogLevel = { ERROR: 'error', WARN: 'warn', INFO: 'info', DEBUG: 'debug' };
