/**
 * A job as the text of a message. SQS refuses two characters that JSON lets stand as they are, and what speaks
 * its protocol elsewhere may refuse all beyond the first 65,536, emoji for one; spelled out they pass.
 */
export const messageOf = (job: unknown): string =>
  JSON.stringify(job).replace(/[\ud800-\udfff\ufffe\uffff]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16)}`;
  });
