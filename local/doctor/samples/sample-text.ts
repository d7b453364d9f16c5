/** A text that exceeds every limit and contains much Slack markup. */
export const endless = '<!channel> & <@U0NOBODY> *“ü”* \u202e😀 '.repeat(200);
/** A fixed time, in ISO 8601. */
export const sampleTime = '2026-11-21T12:00:00.000Z';
