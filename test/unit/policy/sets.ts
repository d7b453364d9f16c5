export const within = (inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean =>
  [...inner].every((one) => outer.has(one));

export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> =>
  new Set([...a].filter((one) => b.has(one)));
