/** URL of a Web API method. `slackApiUrl` may end with a slash or not. */
export const methodUrl = (method: string, slackApiUrl: string): URL =>
  new URL(method, slackApiUrl.endsWith('/') ? slackApiUrl : `${slackApiUrl}/`);
