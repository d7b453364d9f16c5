import { Secret } from '../aws/lambda/cached-secret.ts';
import { required } from '../aws/lambda/environment.ts';
import { readSecret } from '../aws/signed/receiver-calls.ts';
import { readSlackSecret } from '../slack/api/slack-secret.ts';

const id = required('SLACK_SECRET_ID');

/** Slack's secret for whoever has no time. It is on its way as soon as this is loaded. */
export const slackSecret = new Secret(() => readSecret(id), readSlackSecret, Date.now);

// Who needs it hears what went wrong.
slackSecret.get().catch(() => {});
