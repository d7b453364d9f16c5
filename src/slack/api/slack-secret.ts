/** Content of Slack's secret. */
export interface SlackSecret {
  readonly signingSecret: string;
  readonly botToken: string;
}

/** The cached secret. Call `renew` after a signature mismatch or a refused token: the secret may have been rotated. */
export interface SlackSecretSource {
  get(): Promise<SlackSecret>;
  renew(): Promise<SlackSecret>;
}

/** Parses `{"signingSecret","botToken"}`. Throws an error that names what is missing, never the content. */
export function readSlackSecret(text: string): SlackSecret {
  let value: Partial<Record<keyof SlackSecret, unknown>> | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The Slack secret isn’t JSON');
  }
  const { signingSecret, botToken } = { ...value };
  if (!signingSecret || !botToken || typeof signingSecret !== 'string' || typeof botToken !== 'string') {
    throw new Error('The Slack secret needs the strings signingSecret and botToken');
  }
  return { signingSecret, botToken };
}
