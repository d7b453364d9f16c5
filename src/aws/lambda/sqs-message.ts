import { messageVersion } from '../../queue/message-version.ts';

/**
 * Writes a job as the body of an SQS message, with the version of its form. Escapes U+FFFE and U+FFFF, which SQS rejects, and characters outside the Basic
 * Multilingual Plane such as emoji, which some SQS-compatible services reject.
 */
export const messageOf = (job: object): string =>
  JSON.stringify({ v: messageVersion, ...job }).replace(/[\ud800-\udfff\ufffe\uffff]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16)}`;
  });
