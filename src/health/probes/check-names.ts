/** Names of checks that other checks refer to. */
export const checkNames = {
  environment: 'Environment',
  policy: 'Policy',
  signingSecret: 'Signing secret',
  tokenSecret: 'Bot token secret',
  serviceSecret: 'Cloud API secret',
  token: 'Slack token',
  scopes: 'Slack scopes',
  login: 'Cloud API login',
  people: 'People',
} as const;
