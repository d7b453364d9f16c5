/** Returns the URL of a Web API method. `slackApiUrl` may or may not end with a slash. */
export const methodUrl = (method: string, slackApiUrl: string): URL =>
  new URL(method, slackApiUrl.endsWith('/') ? slackApiUrl : `${slackApiUrl}/`);
