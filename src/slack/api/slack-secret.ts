/** What the bot needs from Slack's secret. */
export interface SlackSecret {
  readonly signingSecret: string;
  readonly botToken: string;
}

/** The secret, cached; `renew` reads it once more, when a signature or a token does not fit it. */
export interface SlackSecretSource {
  get(): Promise<SlackSecret>;
  renew(): Promise<SlackSecret>;
}

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
