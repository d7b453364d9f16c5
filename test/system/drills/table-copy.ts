import type { Stored } from '../../support/index.ts';

/** Copies all items of the table. The returned function puts the table back to them, as a restore to this moment would. */
export async function copyTable({ items, put, remove }: Stored): Promise<() => Promise<void>> {
  const copied = await items();
  return async () => {
    for (const item of await items()) await remove(item);
    for (const item of copied) await put(item);
  };
}
