import { isSigned, type Signed } from './is-signed.ts';

/** The lower bound: checks the signature and acknowledges, with nothing but Node. */
export const handler = async (event: Signed) => ({
  statusCode: isSigned(event, process.env.SLACK_SIGNING_SECRET ?? '') ? 200 : 401,
  body: '',
});
