/** Where a method of the Web API is, under an address that may end with a slash or not. */
export const methodUrl = (method: string, slackApiUrl: string): URL =>
  new URL(method, slackApiUrl.endsWith('/') ? slackApiUrl : `${slackApiUrl}/`);
