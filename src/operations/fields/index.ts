export { alias } from './alias.ts';
export { choice } from './choice.ts';
export { command } from './command.ts';
export { commands } from './commands.ts';
export { emails } from './emails.ts';
export { time } from './end-time.ts';
export { hash } from './hash.ts';
export { keyId } from './key-id.ts';
export { type Month, type MonthWords, month, monthNames, writeMonth } from './month.ts';
export {
  address,
  maxEntries,
  ports,
  range,
  ranges,
  tooManyEntries,
} from './network.ts';
export { number } from './number.ts';
export { runbookName } from './runbook-name.ts';
export { beginning, since } from './since.ts';
export { span } from './span.ts';
export { text } from './text.ts';
