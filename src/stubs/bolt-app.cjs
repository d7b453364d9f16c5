// The parts of Bolt that the receiver uses. Bolt's index would also load its receivers, the assistant and all event types.
const { default: App } = require('@slack/bolt/dist/App');

module.exports = { App };
