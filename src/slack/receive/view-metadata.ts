/** What a view was opened with, as it was written into it: its texts by name. Whatever else stands there is left out. */
export function metadataOf({ private_metadata }: { readonly private_metadata: string }): {
  readonly [name: string]: string | undefined;
} {
  const texts = Object.entries(parse(private_metadata)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts);
}

function parse(text: string): Record<string, string> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
