/** A secret in one of its possible encodings. */
interface Form {
  readonly of: string;
  readonly how: string;
  readonly text: string;
}

/** The place and the encoding of a found secret; never the secret itself. */
export interface Found {
  readonly of: string;
  readonly how: string;
  readonly where: string;
}

/**
 * In base64 a text differs by its offset among three bytes. The characters at either end also encode the neighboring bytes, so
 * they are left out.
 */
function inBase64(secret: string, alphabet: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((bytes.length * 8) / 6);
    return bytes.toString(alphabet).slice(first, last);
  });
}

function formsOf(of: string, secret: string): Form[] {
  const form = (how: string, text: string): Form => ({ of, how, text });
  return [
    form('as it is', secret),
    form('percent-encoded', encodeURIComponent(secret)),
    form('as a field of a form', new URLSearchParams({ '': secret }).toString().slice(1)),
    form('in JSON', JSON.stringify(secret).slice(1, -1)),
    form('in JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)),
    form('in hexadecimal', Buffer.from(secret).toString('hex')),
    ...inBase64(secret, 'base64').map((text) => form('in base64', text)),
    ...inBase64(secret, 'base64url').map((text) => form('in base64url', text)),
  ];
}

/** Searches for secrets, by their names, in texts, by their origins. Too short a secret is an error. */
export function findSecrets(
  secrets: Readonly<Record<string, string>>,
  texts: readonly (readonly [where: string, text: string])[],
): Found[] {
  const short = Object.entries(secrets).find(([, secret]) => secret.length < 8);
  if (short) throw new Error(`${short[0]} is too short to be told from other words`);
  const forms = Object.entries(secrets).flatMap(([of, secret]) => formsOf(of, secret));
  return texts.flatMap(([where, text]) =>
    forms.flatMap(({ of, how, text: written }) => (text.includes(written) ? [{ of, how, where }] : [])),
  );
}
