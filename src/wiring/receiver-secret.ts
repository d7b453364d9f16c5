import { cachedSecret } from '../aws/lambda/cached-secret.ts';
import { required } from '../aws/lambda/environment.ts';
import { readSecret } from '../aws/signed/receiver-calls.ts';
import { readSlackSecret } from '../slack/api/slack-secret.ts';

const id = required('SLACK_SECRET_ID');

/** Slack's secret, prefetched when this module loads, so that the first request does not wait for it. */
export const slackSecret = cachedSecret(() => readSecret(id), readSlackSecret, Date.now);

// A rejection surfaces at the first `get()` of a request.
slackSecret.get().catch(() => {});
