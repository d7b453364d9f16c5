import { cachedSecret } from '../aws/lambda/cached-secret.ts';
import { required } from '../aws/lambda/environment.ts';
import { readSecret } from '../aws/signed/receiver-calls.ts';
import { readSlackSecret } from '../slack/api/slack-secret.ts';

const id = required('SLACK_SECRET_ID');

/** Slack's secret. The module prefetches it, so that the first request does not wait. */
export const slackSecret = cachedSecret(() => readSecret(id), readSlackSecret, Date.now);

// The first `get()` of a request surfaces a rejection.
slackSecret.get().catch(() => {});
