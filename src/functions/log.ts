import type { Log } from '../core/ports.ts';

/** One JSON object a line on standard output, where Lambda collects it. */
export const jsonLog =
  (service: string): Log =>
  (event, facts = {}) => {
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), service, event, ...facts })}\n`);
  };
