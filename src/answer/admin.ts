/** The person to contact if only the operator of Skydesk can fix a problem. */
export const admin = 'your Skydesk admin';
