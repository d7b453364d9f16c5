/** User id of Slackbot. Its reminders can mention Skydesk, and Slack does not mark it as a bot. */
export const slackbot = 'USLACKBOT';
