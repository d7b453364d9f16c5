export { choice } from './choice.ts';
export { emails } from './emails.ts';
export { type Month, month, writeMonth } from './month.ts';
export { address, type Ports, ports, range, ranges, writePorts } from './network.ts';
export { number } from './number.ts';
export { text } from './text.ts';
