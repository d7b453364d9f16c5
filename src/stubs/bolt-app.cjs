// What the receiver uses of Bolt. Its index loads the receivers, the assistant and all types of Slack's events besides.
const { default: App, LogLevel } = require('@slack/bolt/dist/App');

module.exports = { App, LogLevel };
