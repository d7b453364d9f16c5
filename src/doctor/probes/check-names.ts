/** Names of checks that other checks refer to. */
export const checkNames = {
  environment: 'Environment',
  policy: 'Policy',
  slackSecret: 'Slack secret',
  serviceSecret: 'Service secret',
  token: 'Slack token',
  scopes: 'Slack scopes',
  login: 'Service login',
  people: 'People',
} as const;
