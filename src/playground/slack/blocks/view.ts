import type { Json } from '../json.ts';
import type { Problem } from './message.ts';
export function checkView(_view: Json | undefined, _at: string): Problem[] {
  return [];
}
