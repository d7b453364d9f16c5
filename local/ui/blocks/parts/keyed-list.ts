import { createElement, Fragment, type ReactNode } from 'react';

/** A list whose items are identified by position, so that they need no key. */
export function KeyedList<T>({ of, show }: { of: readonly T[]; show: (item: T, at: number) => ReactNode }) {
  return createElement(Fragment, null, ...of.map(show));
}
