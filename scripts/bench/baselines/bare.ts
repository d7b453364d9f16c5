import { isSigned, type Signed } from './is-signed.ts';

/** The lower bound, with nothing but Node: checks the signature and acknowledges. */
export const handler = async (event: Signed) => ({
  statusCode: isSigned(event, process.env.SLACK_SIGNING_SECRET ?? '') ? 200 : 401,
  body: '',
});
