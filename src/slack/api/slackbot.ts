/** Slack's own helper. Its reminders can mention the bot, and Slack does not call it one. */
export const slackbot = 'USLACKBOT';
