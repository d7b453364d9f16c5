/** The strings in a view's `private_metadata`, by name. Values of other types are dropped. */
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
