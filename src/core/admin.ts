/** Whom people are sent to when only the operator of Skydesk can fix something. */
export const admin = 'your Skydesk admin';
