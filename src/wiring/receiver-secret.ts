import { cachedSecret } from '../aws/lambda/cached-secret.ts';
import { required } from '../aws/lambda/environment.ts';
import { readSecret } from '../aws/signed/receiver-calls.ts';
import { readSigningSecret, readTokenSecret } from '../slack/api/slack-secret.ts';

const signing = required('SLACK_SIGNING_SECRET_ID');
const token = required('SLACK_TOKEN_SECRET_ID');

/** The secret that verifies requests. The module prefetches it, so that the first request does not wait. */
export const signingSecret = cachedSecret(() => readSecret(signing), readSigningSecret, Date.now);
/** The token that opens forms. It is read when a form is opened. */
export const botToken = cachedSecret(() => readSecret(token), readTokenSecret, Date.now);

// The first `get()` of a request surfaces a rejection.
signingSecret.get().catch(() => {});
