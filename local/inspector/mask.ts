import type { Json } from '../slack/payload/json.ts';

/** Makes anything fit to be shown: JSON without secrets, and not too much of it. */
export type Mask = (value: unknown) => Json;

/** Longest text, and longest JSON, that is kept whole; characters. */
const longestText = 8_000;
const longestJson = 96_000;

/** Fields whose values are always secret. */
const secretKeys = /^(token|authorization|password|bearerToken)$/i;
const triggerKeys = /^(trigger_id|trigger)$/;

/** A response URL lets its holder answer in place of the app. */
const responseUrls = /(https?:\/\/[^\s"'\\<>|]*?(?:hooks\.slack\.com|\/hooks)\/)[^\s"'\\<>|]+/g;
const apiKeys = /\bskydesk_([UW][A-Z0-9]+_[0-9a-f]+)_[\w-]+/g;
const tokens = /\bxox[a-z]-[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const dots = '••••';

/** A text with the secret part of each API key masked. */
export const withoutApiKeys = (text: string): string => text.replace(apiKeys, `skydesk_$1_${dots}`);

/** Masks every secret in play, in each of the ways in which it may be written. `secrets` is asked each time. */
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

/** JSON with each text and each name as `plain` makes it, without the values whose key says that they are secret. */
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

/** Caches the result until the texts change. */
function remembered<Result>(make: (all: readonly string[]) => Result): (all: readonly string[]) => Result {
  let last: { readonly of: readonly string[]; readonly made: Result } | undefined;
  return (all) => {
    const known = last?.of.length === all.length && last.of.every((secret, at) => secret === all[at]);
    if (!last || !known) last = { of: [...all], made: make(all) };
    return last.made;
  };
}

/** A secret as text, in base64 of either alphabet, in a URL, in a form, and in JSON. */
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
