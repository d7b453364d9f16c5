/** What the bot needs from Slack's secret. */
export interface SlackSecret {
  readonly signingSecret: string;
  readonly botToken: string;
}

/** Slack's words for a token that it does not take, or no longer: the secret may hold another by now. */
export const tokenTrouble: readonly string[] = [
  'invalid_auth',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'not_authed',
];

/** Reads `{"signingSecret","botToken"}`; the error names what is missing and never the content. */
export function readSlackSecret(text: string): SlackSecret {
  let value: Partial<Record<keyof SlackSecret, unknown>> | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The Slack secret is not JSON');
  }
  const { signingSecret, botToken } = { ...value };
  if (!signingSecret || !botToken || typeof signingSecret !== 'string' || typeof botToken !== 'string') {
    throw new Error('The Slack secret needs the strings signingSecret and botToken');
  }
  return { signingSecret, botToken };
}
