import { contentIn } from '../../src/aws/sdk/content.ts';
import type { Item } from '../../src/aws/sdk/dynamodb.ts';

/** Returns an item with its content as JSON, as it is stored if it is short: so a test can edit its text. */
export const readableItem = (item: Item): Item =>
  item.content === undefined ? item : { ...item, content: JSON.stringify(contentIn(item)) };
