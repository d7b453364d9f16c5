import type { Json } from '../slack/payload/json.ts';

/** Returns a value as JSON that is safe to show: without secrets, and limited in size. */
export type Mask = (value: unknown) => Json;

/** Maximum length of a text and of a JSON value that are not truncated, in characters. */
const longestText = 8_000;
const longestJson = 96_000;

/** Fields whose values are always secret. */
const secretKeys = /^(token|authorization|password|bearerToken)$/i;
const triggerKeys = /^(trigger_id|trigger)$/;

/** Response URLs, which let their holder answer in place of the app. */
const responseUrls = /(https?:\/\/[^\s"'\\<>|]*?(?:hooks\.slack\.com|\/hooks)\/)[^\s"'\\<>|]+/g;
const apiKeys = /\bskydesk_([UW][A-Z0-9]+_[0-9a-f]+)_[\w-]+/g;
const tokens = /\bxox[a-z]-[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const dots = '••••';

export const withoutApiKeys = (text: string): string => text.replace(apiKeys, `skydesk_$1_${dots}`);

/** Creates a mask for all secrets, in all encodings in which they may occur. `secrets` is called each time. */
export function maskOf(secrets: () => readonly string[]): Mask {
  const formsOf = remembered((all: readonly string[]) =>
    [...new Set(all.flatMap(written))].sort((a, b) => b.length - a.length),
  );
  return (value) => {
    const forms = formsOf(secrets());
    const shortest = forms.at(-1)?.length ?? 0;
    const plain = (text: string): string => {
      const hidden =
        text.length < shortest ? text : forms.reduce((left, form) => left.replaceAll(form, dots), text);
      const safe = withoutApiKeys(hidden.replace(responseUrls, '$1…').replace(tokens, dots));
      return safe.length > longestText ? `${safe.slice(0, longestText)}…` : safe;
    };
    const masked = maskEach(value, plain);
    const { length } = JSON.stringify(masked);
    return length > longestJson ? `${Math.round(length / 1000)} KB of JSON, too much to keep` : masked;
  };
}

/** Converts each text and each name in a JSON value with `plain`. Removes values whose key marks them as secret. */
function maskEach(item: unknown, plain: (text: string) => string, key = ''): Json {
  if (secretKeys.test(key)) return dots;
  if (typeof item === 'string') return triggerKeys.test(key) ? `${item.slice(0, 3)}…` : plain(item);
  if (typeof item === 'number' || typeof item === 'boolean') return item;
  if (Array.isArray(item)) return item.map((entry) => maskEach(entry, plain));
  if (typeof item !== 'object' || item === null) return null;
  return Object.fromEntries(
    Object.entries(item).map(([name, entry]) => [plain(name), maskEach(entry, plain, name)]),
  );
}

function remembered<Result>(make: (all: readonly string[]) => Result): (all: readonly string[]) => Result {
  let last: { readonly of: readonly string[]; readonly made: Result } | undefined;
  return (all) => {
    const known = last?.of.length === all.length && last.of.every((secret, at) => secret === all[at]);
    if (!last || !known) last = { of: [...all], made: make(all) };
    return last.made;
  };
}

/** Returns a secret as plain text, in both base64 alphabets, and as in a URL, a form and JSON. */
export function written(secret: string): string[] {
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}
