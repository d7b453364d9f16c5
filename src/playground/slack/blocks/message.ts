import type { JsonObject } from '../json.ts';
export type Problem = {
  pointer: string;
  code: string;
  message: string;
  constraint?: JsonObject;
  field?: string;
};
export function checkMessage(_payload: JsonObject): { error: string; problems: Problem[] } | undefined {
  return undefined;
}
