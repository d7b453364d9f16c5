// The parts of Slack's client that are used. Its index would also load what its types need, and the types of events.
const { ErrorCode } = require('@slack/web-api/dist/errors');
const { LogLevel } = require('@slack/web-api/dist/logger');
const { WebClient } = require('@slack/web-api/dist/WebClient');

module.exports = { ErrorCode, LogLevel, WebClient };
